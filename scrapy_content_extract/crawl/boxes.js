() => {
  const edges = ({left, top, right, bottom}) => left < right && top < bottom
    ? [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY].map(Math.round).join(" ")
    : "";
  const hex = (color) => /^rgba\(.*, 0\)$/.test(color) ? "-" : color.replace(/ /g, "");
  const range = document.createRange();
  const written = [...document.querySelectorAll("*")].map((element) => {
    const style = getComputedStyle(element);
    const seen = style.visibility === "visible" && style.display !== "none" && +style.opacity > 0;
    const own = seen && edges(element.getBoundingClientRect());
    const colors = [hex(style.color), hex(style.backgroundColor)];
    const look = [parseFloat(style.fontSize), style.fontWeight, ...colors];
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && /\S/.test(node.data));
    return [element, [own ? [own, ...look].join(" ") : "", ...texts.map((text) => {
      range.selectNode(text);
      return seen ? edges(range.getBoundingClientRect()) : "";
    })].join(";")];
  });
  for (const [element, box] of written) element.setAttribute("BOX", box);
}
