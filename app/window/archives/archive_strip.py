"""A strip that shows which file is imported or written, with *Cancel*, and then the result."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from app.results.records import ImportResult
from app.window.archives.archive_jobs import ArchiveJob, ArchiveJobs, ImportFile
from app.window.base.messages import message_text
from engines.contract.message import phrase, plural
from widgets.look.names import filled, shortened
from widgets.parts.strips import ClosableStrip

_MAX_NAME_LETTERS = 60


class ArchiveStrip(ClosableStrip):
    """Visible while a file is processed; the result of an import stays until it is closed."""

    def __init__(self, archive_jobs: ArchiveJobs, parent: QWidget | None = None) -> None:
        super().__init__("accent", parent)
        self._results: list[str] = []
        """The results since the queue was last empty."""
        self.cancel_button = QPushButton(self.tr("&Cancel"), self)
        self.cancel_button.setToolTip(self.tr("Cancel; the results store stays unchanged"))
        self.cancel_button.clicked.connect(archive_jobs.stop)
        self._close_button = self._lay_out(self.cancel_button)
        archive_jobs.started.connect(self._begin)
        archive_jobs.imported.connect(self._add_result)
        archive_jobs.ended.connect(self._end)

    def _begin(self, job: ArchiveJob) -> None:
        frame = (
            self.tr("Importing {0} …") if isinstance(job, ImportFile) else self.tr("Writing {0} …")
        )
        self._words.setText(filled(frame, job.path.name))
        self._show_as("accent", at_work=True)
        self.show()

    def _add_result(self, taken: ImportResult) -> None:
        self._results.append(self._sentence(taken))

    def _end(self) -> None:
        self._words.setText("\n".join(self._results))
        self._show_as("good", at_work=False)
        self.setVisible(bool(self._results))
        self._results.clear()

    def _show_as(self, tone: str, *, at_work: bool) -> None:
        self._tone = tone
        self.cancel_button.setVisible(at_work)
        self._close_button.setVisible(not at_work)
        self.update()

    def _sentence(self, taken: ImportResult) -> str:
        """The result of an import: how many runs were added, if any."""
        if taken.new:
            done = plural(
                "{name} was imported with {n} finished runs.",
                "{name} was imported with {n} finished run.",
                taken.added,
            )
        elif taken.added:
            done = plural(
                "{name} was already in the store; {n} runs were added.",
                "{name} was already in the store; {n} run was added.",
                taken.added,
            )
        else:
            done = phrase("{name} was already in the store with all its runs.")
        text = message_text(done.with_values(name=shortened(taken.name, _MAX_NAME_LETTERS)))
        if taken.torn:
            text += "\n" + self.tr("The last line of the file was incomplete and was skipped.")
        return text
