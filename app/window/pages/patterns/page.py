"""The patterns page: what encryption hides, in pictures, in columns, and on disk. Its view is made
when it is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.workbench.page import LatePage

if TYPE_CHECKING:
    from app.window.pages.patterns.patterns_view import PatternsView


class PatternsPage(LatePage["PatternsView"]):
    key = "patterns"
    guide = "guide/patterns"

    def help_text(self) -> str:
        return self.tr(
            "Pictures: the server encrypts the picture that you opened. The encrypted bytes are "
            "shown as pixels. "
            "Wheel or + and − zoom all pictures, drag or arrows move them, double-click or 0 "
            "shows all. Point at a block, or step with Shift and arrows, to see its bytes and "
            "all equal blocks. Click or Enter keeps it, Esc releases it.\n\n"
            "Columns: Cipherbench stores records on a server and tries to read them without the "
            "key. Equal ciphertexts show how often a value occurs; public statistics tell which "
            "value it is.\n\n"
            "Evidence: Cipherbench stores a random text, the marker, under each protection, and "
            "searches files, logs and memory for it. “Not found” proves something only where the "
            "search found it when it was stored as plaintext."
        )

    def guide_page(self) -> str:
        return self.guide if self._view is None else self._view.guide_page()

    def make_view(self) -> PatternsView:
        from app.window.pages.patterns.patterns_view import PatternsView

        return PatternsView(self.workbench, self)
