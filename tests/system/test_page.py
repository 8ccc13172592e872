"""What a browser loads before it can show the page."""
import gzip
import re

from .system_test import SystemTest

LIMIT = 200_000  # of the first paint, compressed


class Page(SystemTest):

    def test_the_first_paint_is_small_and_comes_from_here(self):
        client = self.client()
        index = client.get("/", Accept="text/html", Accept_Encoding="gzip")
        self.assertEqual(index.status, 200, index)
        total = len(index.body)
        text = gzip.decompress(index.body) if index.header("Content-Encoding") == "gzip" else index.body
        links = re.findall(r'(?:href|src)="([^"]+\.(?:js|css|svg))"', text.decode())
        self.assertGreaterEqual(len(links), 3)
        for link in links:
            self.assertTrue(link.startswith("/assets/"), link)
            answer = client.get(link, Accept_Encoding="gzip")
            self.assertEqual(answer.status, 200, link)
            self.assertEqual(answer.header("Content-Encoding"), "gzip", link)
            total += len(answer.body)
        self.assertLess(total, LIMIT)
