from spidermon import Monitor, MonitorSuite


class ContentMonitor(Monitor):
    def share(self, status):
        prefix = "content_extract/status/"
        items = sum(count for name, count in self.data.stats.items() if name.startswith(prefix))
        return self.data.stats.get(prefix + status, 0) / max(items, 1)

    def test_empty(self):
        self.assertLessEqual(self.share("empty"), 0.2, "too many pages have no main text")

    def test_error(self):
        self.assertEqual(self.share("error"), 0, "extraction has failed; the log says where")

    def test_written(self):
        self.assertNotIn("content_extract/not_written", self.data.stats, "fields are not declared")


class ContentSuite(MonitorSuite):
    monitors = [ContentMonitor]
