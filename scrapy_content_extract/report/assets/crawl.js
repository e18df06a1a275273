// The filters of the pages of a crawl: rows of another host or status are hidden.
(() => {
  for (const filters of document.querySelectorAll(".filters")) {
    const selects = [...filters.querySelectorAll("select")];
    const rows = filters.nextElementSibling.querySelectorAll("tbody tr");
    filters.hidden = false;
    filters.addEventListener("change", () => {
      for (const row of rows) {
        row.hidden = selects.some(({ value, dataset }) => value && row.dataset[dataset.filter] !== value);
      }
    });
  }
})();
