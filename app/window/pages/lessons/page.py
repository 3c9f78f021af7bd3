"""The lessons page. Its view is made when it is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.workbench.page import LatePage

if TYPE_CHECKING:
    from app.window.pages.lessons.lessons_view import LessonsView


class LessonsPage(LatePage["LessonsView"]):
    key = "lessons"
    guide = "guide/lessons"

    def help_text(self) -> str:
        return self.tr(
            "A lesson has five steps. Predict: answer before anything is run. Run: see what comes "
            "out beside your predictions. Investigate: answer what it means. Modify: change one "
            "setting. Make: meet a challenge that Cipherbench checks.\n\n"
            "Key, IV and data are the same for all, so that a class can compare. Data from my "
            "name: another key and IV for pictures, other records for columns, the same each "
            "time.\n\n"
            "Class results reads the files that students saved: a table of right, close and wrong "
            "answers, and histograms of predictions. You can also drop the files on this page.\n\n"
            "Print sheet makes one page for students, and one with answers. Your own lessons: "
            "text files in the folder that the list names."
        )

    def make_view(self) -> LessonsView:
        from app.window.pages.lessons.lessons_view import LessonsView

        return LessonsView(self.workbench, self)
