"""The one stylesheet of the program: flat surfaces, 6 px radius, 8 px grid, visible focus."""

from __future__ import annotations

from pathlib import Path

from widgets.look.tokens import Palette, mix

_GLYPHS = Path(__file__).parent / "glyphs"

_BASE = """
QToolTip {{ background: {text}; color: {surface}; border: 1px solid {text}; padding: 4px 6px; }}
QMainWindow::separator {{ background: {border}; width: 1px; height: 1px; }}
QStatusBar {{ background: {window}; border-top: 1px solid {border}; color: {muted}; }}
QStatusBar::item {{ border: none; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {border}; }}
QGroupBox {{ border: 1px solid {border}; border-radius: 6px; margin-top: 20px; padding: 8px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 2px; padding: 0 2px; color: {muted}; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
"""

_BUTTONS = """
QPushButton, QToolButton {{
    background: {surface}; color: {text}; border: 1px solid {button_edge}; border-radius: 6px;
    padding: 5px 12px; min-height: 18px;
}}
QToolButton {{ padding: 4px 6px; }}
QToolButton[popupMode="1"] {{ padding-right: 20px; }}
QPushButton:hover, QToolButton:hover {{ background: {raised}; }}
QPushButton:pressed, QToolButton:pressed, QToolButton:checked {{ background: {pressed}; }}
QPushButton:focus, QToolButton:focus {{
    border: 2px solid {accent}; padding: 4px 11px; outline: none; }}
QToolButton:focus {{ padding: 3px 5px; }}
QPushButton[slim="true"] {{ padding: 0px 7px; min-height: 16px; }}
QPushButton[slim="true"]:focus {{ padding: 0px 6px; }}
QPushButton[dense="true"] {{ padding: 5px 7px; }}
QPushButton[dense="true"]:focus {{ padding: 4px 6px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {disabled}; background: {window};
    border-color: {border}; }}
QPushButton[primary="true"], QPushButton:default {{
    background: {accent}; color: {accent_text}; border-color: {accent}; }}
QPushButton[primary="true"]:hover, QPushButton:default:hover {{ background: {accent_hover}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QPushButton[primary="true"]:disabled {{
    background: {raised}; color: {disabled}; border-color: {border}; }}
QPushButton[flat="true"], QToolButton[autoRaise="true"] {{
    background: transparent; border-color: transparent; }}
QPushButton[flat="true"]:hover, QToolButton[autoRaise="true"]:hover {{ background: {raised}; }}
QPushButton[flat="true"]:focus, QToolButton[autoRaise="true"]:focus {{ border-color: {accent}; }}
QToolButton::menu-button {{ border: none; border-left: 1px solid {border}; width: 20px; }}
QToolButton::menu-arrow {{ image: url({down}); width: 12px; height: 12px; }}
QPushButton::menu-indicator, QToolButton::menu-indicator {{
    image: url({down}); width: 12px; height: 12px; subcontrol-position: right center; right: 6px; }}
"""

_INPUTS = """
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {{
    background: {surface}; color: {text}; border: 1px solid {button_edge}; border-radius: 6px;
    selection-background-color: {accent}; selection-color: {accent_text};
}}
QPlainTextEdit[readOnly="true"], QTextEdit[readOnly="true"] {{ border-color: {border}; }}
QLineEdit, QComboBox, QAbstractSpinBox {{ padding: 4px 8px; min-height: 20px; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
    border: 2px solid {accent}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ padding: 3px 7px; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    color: {disabled}; background: {window}; border-color: {border}; }}
QComboBox::drop-down {{ border: none; width: 22px; }}
QComboBox::down-arrow {{ image: url({down}); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{ background: {surface}; border: 1px solid {border}; padding: 4px;
    outline: none; selection-background-color: {selection}; selection-color: {text}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    border: none; background: transparent; width: 20px; }}
QAbstractSpinBox {{ padding-right: 20px; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox::up-arrow {{ image: url({up}); width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: url({down}); width: 10px; height: 10px; }}
QCheckBox, QRadioButton {{ spacing: 8px; padding: 3px; border: 1px solid transparent;
    border-radius: 6px; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {accent}; }}
QCheckBox::indicator, QRadioButton::indicator, QTreeView::indicator {{
    width: 14px; height: 14px; border: 1px solid {control}; background: {surface}; }}
QCheckBox::indicator, QTreeView::indicator {{ border-radius: 3px; }}
QRadioButton::indicator {{ border-radius: 7px; }}
QCheckBox::indicator:checked, QTreeView::indicator:checked {{
    background: {accent}; border-color: {accent};
    image: url({check}); }}
QCheckBox::indicator:indeterminate {{ background: {accent}; border-color: {accent};
    image: url({partial}); }}
QRadioButton::indicator:checked {{ background: {accent}; border-color: {accent};
    image: url({radio}); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled, QTreeView::indicator:disabled {{
    border-color: {border}; background: {raised}; }}
QSlider {{ min-height: 20px; }}
QSlider::groove:horizontal {{ height: 4px; background: {border}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: 14px; margin: -5px 0; border-radius: 7px;
    background: {accent}; }}
QSlider:focus::handle:horizontal {{ width: 12px; border: 2px solid {text}; margin: -6px 0;
    border-radius: 8px; }}
"""

_VIEWS = """
QAbstractItemView {{ background: {surface}; color: {text}; border: 1px solid {border};
    border-radius: 6px; outline: none; alternate-background-color: {window};
    selection-background-color: {selection}; selection-color: {text}; }}
QAbstractItemView:focus {{ border: 1px solid {accent}; }}
QListView::item {{ padding: 4px 8px; border: none; }}
QListView::item:selected, QTreeView::item:selected {{ background: {selection}; color: {text}; }}
QHeaderView {{ background: {surface}; border: none; border-radius: 6px; }}
QHeaderView::section {{ background: {surface}; color: {muted}; border: none;
    padding: 5px 8px; }}
QTableView::item {{ padding: 0 5px; border: none; }}
QTableView::item:selected {{ background: {selection}; color: {text}; }}
QHeaderView::section:hover {{ color: {text}; }}
QHeaderView::down-arrow {{ image: url({down}); width: 10px; height: 10px; }}
QHeaderView::up-arrow {{ image: url({up}); width: 10px; height: 10px; }}
QTableCornerButton::section {{ background: {surface}; border: none;
    border-bottom: 1px solid {border}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {border}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {muted}; padding: 7px 12px; margin-right: 4px;
    border: none; border-bottom: 2px solid transparent; }}
QTabBar[dense="true"]::tab {{ padding: 7px 5px; margin-right: 1px; }}
QTabBar[dense="most"]::tab {{ padding: 7px 2px; margin-right: 1px; }}
QTabBar::tab:hover {{ color: {text}; border-bottom-color: {border}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QScrollArea#scrolled {{ border: 1px solid transparent; }}
QScrollArea#scrolled:focus {{ border: 1px solid {accent}; }}
QTabBar::tab:focus {{ color: {accent}; }}
QProgressBar {{ background: {raised}; border: none; border-radius: 3px; max-height: 6px;
    color: transparent; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QMenu {{ background: {surface}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {disabled}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {scroll}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {control}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""


def stylesheet(palette: Palette) -> str:
    """The whole stylesheet in one scheme's colours."""
    tokens = {name: str(value) for name, value in vars(palette).items()} | _derived(palette)
    glyphs = {name: _glyph(name, palette) for name in ("down", "up", "check", "partial", "radio")}
    return (_BASE + _BUTTONS + _INPUTS + _VIEWS).format(**tokens, **glyphs)


def _derived(palette: Palette) -> dict[str, str]:
    return {
        "pressed": mix(palette.raised, palette.text, 0.10),
        "button_edge": mix(palette.border, palette.control, 0.35),
        "selection": mix(palette.surface, palette.accent, 0.18),
        "accent_hover": mix(palette.accent, palette.text, 0.15),
        "scroll": mix(palette.border, palette.control, 0.35),
    }


def _glyph(name: str, palette: Palette) -> str:
    return (_GLYPHS / f"{name}-{palette.name}.svg").as_posix()
