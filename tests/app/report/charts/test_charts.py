"""Charts on paper show what the screen does, without one, and lose no accent."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from app.command_line.main import run as cipherbench
from app.findings.studies.available_studies import study_named
from app.report.charts.chart_names import with_distinct_names
from app.report.charts.cipher_speed_charts import speed_charts
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.charts.cost_chart import ChartedMeasure, CostChoice, cost_chart, cost_charts
from app.report.charts.latency_charts import load_charts, percentile_charts
from app.report.document.document_blocks import ChartBlock
from app.report.document.document_charts import latency_chart, sheets
from app.report.document.measured_sections import operations
from app.report.drawing.chart import (
    Bar,
    Chart,
    ChartedStudy,
    Dot,
    MarkPlot,
    MeanMark,
    PlotPanel,
    Row,
    StackPart,
    ValueMark,
    cost_plot,
    span_around_0,
    span_from_0,
)
from app.report.drawing.chart_drawing import panel_height, svg
from app.report.drawing.medium import ON_PAPER
from app.report.drawing.svg_shapes import ticks, truncated_name, width_of, wrapped
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.chart_files import chart_bytes
from app.report.words.colours import (
    FAINT,
    GRID,
    INK,
    MUTED,
    NEUTRAL,
    PAPER,
    STUDY_LOOKS,
    colour_keys,
    looks,
    paper_colour,
)
from app.results.store.store import Store, open_store
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection, ProtectionKind
from tests.app.report.files.test_archive import CAMPAIGNS
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.results.raw import store_raw
from widgets.look.theme import LIGHT, mix, series_style
from widgets.look.tokens import SeriesLook, register_series

TABLESPACE = Protection("storage-aes-256-ctr", ProtectionKind.STORAGE, "aes", 256, "ctr")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    """Of web users, whose costs are known."""
    file = tmp_path_factory.mktemp("web") / "results.sqlite"
    with open_store(str(file), write=True) as store:
        return report_on(store, store_loaded(store, "São Paulo <&> \x01\ufffe 1"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_every_case_has_a_chart_that_is_whole_and_the_same_each_time(
    kind: str, store: Store
) -> None:
    report = report_on(store, CAMPAIGNS[kind](store))
    charts = cost_charts(report)
    cases = {cell.case for cell in report.cells}
    assert len({chart.name for chart in charts}) == len(cases) + (len(cases) > 1)
    for chart in charts:
        text = svg(chart)
        reported = {each.text for each in ElementTree.fromstring(text).iter() if each.text}
        assert {panel.title for panel in chart.panels} | set(map(str, chart.series)) <= reported
        assert "nan" not in text and "inf" not in text and svg(chart) == text
    assert chart_bytes(charts[0], "pdf") == chart_bytes(charts[0], "pdf")
    assert chart_bytes(charts[0], "pdf").startswith(b"%PDF-")


def test_that_a_chart_draws_what_was_found(report: CampaignReport) -> None:
    whole, first, _ = cost_charts(report)
    (panel,) = first.panels
    costs, values = panel.plots
    assert [row.name for row in panel.rows] == ["plaintext", "aes-256-gcm"]
    assert {round(spot.value) for spot in costs.spots} == {50}
    assert {spot.row: spot.hollow for spot in values.spots} == {0: True, 1: False}
    assert str(values.title) == "Mean latency, ms" and costs.low < 0 and costs.high > 50
    drawing = svg(first)
    assert ElementTree.fromstring(drawing)[0].text == f"São Paulo <&> 1 · {first.caption}"
    assert drawing.count('fill="#ffffff" stroke=') == 2, "the baseline is hollow"
    assert str(first.series[0]) == "all operations"
    case = report.cells[0].case
    totals = {spot.value for spot in costs.spots if spot.series == 0}
    overall = report.compared.totals(case)
    assert totals == {each.cost.middle for each in overall if not each.control}
    hidden = cost_chart(
        report, CostChoice(case, hidden_operations=frozenset({"ADD", "all operations"}))
    )
    assert hidden.series == (Message("GET"),) and len(hidden.panels[0].plots[0].spots) == 1
    cpu = cost_chart(report, CostChoice(report.cells[0].case, ChartedMeasure.CPU, deviation=True))
    assert {spot.value for spot in cpu.panels[0].plots[1].spots} == {0.25}
    assert "all cases" in str(whole.caption)


def test_that_an_interval_beyond_the_axis_ends_in_an_arrow(report: CampaignReport) -> None:
    chart = cost_charts(report)[0]
    (panel,) = chart.panels
    far = ValueMark(1, 0, 5.0, -400.0, 900.0, faint=True)
    plots = (replace(panel.plots[0], spots=(far,)), panel.plots[1])
    wide = replace(chart, panels=(replace(panel, plots=plots),))
    assert svg(wide).count(f'fill="{MUTED}"/>') == 2


def _plot(*spots: ValueMark) -> MarkPlot:
    return MarkPlot(Message("cost, %"), spots, -10.0, 50.0)


OUTSIDE = {
    "an interval": _plot(ValueMark(0, 0, 5.0, -400.0, 900.0)),
    "a band": _plot(ValueMark(0, 0, 5.0, band=900.0)),
    "a value": _plot(ValueMark(0, 0, 900.0, 400.0, 950.0)),
    "a value far below": _plot(ValueMark(0, 0, -900.0, -950.0, -400.0)),
    "what a study has": _plot(ValueMark(0, 0, 900.0, by=1)),
    "a stretch": replace(_plot(), stretches=(MeanMark(0, 5.0, -400.0, 900.0),)),
    "a dot": replace(_plot(), dots=(Dot(0, 0, 1, 900.0, -900.0),)),
    "a bar": replace(_plot(), bars=(Bar(0, 0, -400.0, 900.0),)),
}


_OF_A_TEST = "cost", Message("Cost"), Message("of a test"), (Message("INSERT"),)


@pytest.mark.parametrize("what", OUTSIDE)
@pytest.mark.parametrize(("low", "high"), [(-10.0, 50.0), (100.0, 200.0), (-200.0, -100.0)])
def test_that_nothing_is_drawn_outside_the_plot(what: str, low: float, high: float) -> None:
    plot = replace(OUTSIDE[what], low=low, high=high)
    rows, plots = (Row("aes-128-cbc"),), (plot, replace(plot, title=Message("beside it")))
    panel = PlotPanel("postgresql", "#336791", rows, plots)
    others = (ChartedStudy("a study", "there", "#aa0000"),)
    chart = Chart(
        *_OF_A_TEST,
        (panel,),
        others=others,
        parts=(StackPart(Message("client"), "#00aa00"),),
    )
    drawing = list(ElementTree.fromstring(svg(chart)))
    axes = _axes(drawing)
    assert len(axes) == 2 and axes[0][1] < axes[1][0]
    radius = 6.0
    for each, xs in _reaches(drawing):
        within = [left - radius <= min(xs) and max(xs) <= right + radius for left, right in axes]
        assert any(within), ElementTree.tostring(each)


def test_that_an_interval_and_a_band_reach_from_one_end_of_the_axis_to_the_other() -> None:
    wide = ValueMark(0, 0, 5.0, -400.0, 900.0, band=800.0)
    plot = _plot(wide)
    panel = PlotPanel("postgresql", "#336791", (Row("aes-128-cbc"),), (plot,))
    drawing = list(ElementTree.fromstring(svg(Chart(*_OF_A_TEST, (panel,)))))
    [(left, right)] = _axes(drawing)
    lines = [xs for each, xs in _reaches(drawing) if each.get("stroke") == "#336791"]
    assert [left, right] in lines
    assert [left, right] in [xs for each, xs in _reaches(drawing) if each.get("fill") == FAINT]


@pytest.mark.parametrize("value", [900.0, -900.0])
def test_that_what_a_study_has_beyond_the_axis_is_an_arrow_that_way(value: float) -> None:
    plot = _plot(ValueMark(0, 0, value, by=1))
    panel = PlotPanel("postgresql", "#336791", (Row("aes-128-cbc"),), (plot,))
    others = (ChartedStudy("a study", "there", "#aa0000"),)
    chart = Chart(*_OF_A_TEST, (panel,), others=others)
    drawing = list(ElementTree.fromstring(svg(chart)))
    [(left, right)] = _axes(drawing)
    [found] = [(each, xs) for each, xs in _reaches(drawing) if each.get("fill") == "#aa0000"]
    point, *back = found[1]
    assert found[0].tag.endswith("polygon") and point == (right if value > 0 else left)
    assert all((each < point) is (value > 0) for each in back)


def _axes(drawing: list[ElementTree.Element]) -> list[tuple[float, float]]:
    """From where to where each plot goes: the level lines below them."""
    lines = [each for each in drawing if each.tag.endswith("line") and each.get("stroke") == MUTED]
    level = [each for each in lines if each.get("y1") == each.get("y2")]
    lowest = max(float(each.get("y1", 0)) for each in level)
    bottom = [each for each in level if float(each.get("y1", 0)) == lowest]
    return [(float(each.get("x1", 0)), float(each.get("x2", 0))) for each in bottom]


def _reaches(
    drawing: list[ElementTree.Element],
) -> Iterator[tuple[ElementTree.Element, list[float]]]:
    """Whatever is drawn below the heads of panels, with where it begins and ends across."""
    for each in drawing:
        match each.tag.rpartition("}")[2]:
            case "line":
                xs, y = (
                    [float(each.get(name, 0)) for name in ("x1", "x2")],
                    float(each.get("y1", 0)),
                )
            case "rect":
                x, y = float(each.get("x", 0)), float(each.get("y", 0))
                xs = [x, x + float(each.get("width", 0))]
            case "circle":
                xs, y = [float(each.get("cx", 0))], float(each.get("cy", 0))
            case "polygon":
                corners = [point.split(",") for point in each.get("points", "").split()]
                xs, y = [float(one) for one, _ in corners], float(corners[0][1])
            case _:
                continue
        if y > _heads_end(drawing):
            yield each, xs


def _heads_end(drawing: list[ElementTree.Element]) -> float:
    """Where the head of the one panel ends: at the top of the lines of its grid."""
    lines = [each for each in drawing if each.tag.endswith("line") and each.get("stroke") == GRID]
    return min(float(each.get("y1", 0)) for each in lines)


def test_that_paper_has_the_colours_and_the_scales_of_the_screen() -> None:
    register_series({name: SeriesLook(*look) for name, look in looks().items()})
    servers = [("a", "postgresql"), ("b", "postgresql"), ("c", "sqlite"), ("d", "openssl"),
               ("e", "postgresql"), ("f", "openssl")]  # fmt: skip
    for key in (*colour_keys(servers).values(), *looks(), NEUTRAL):
        assert paper_colour(key) == series_style(key, LIGHT).colour.name()
    assert len(set(map(paper_colour, colour_keys(servers).values()))) == len(servers)
    faint = mix(LIGHT.surface, LIGHT.muted, 0.14)
    assert (LIGHT.surface, LIGHT.text, LIGHT.muted, LIGHT.grid) == (PAPER, INK, MUTED, GRID)
    assert faint == FAINT


def test_that_long_names_keep_both_ends_on_paper() -> None:
    """Two servers of one house, whose names differ at the end alone."""
    names = [f"a-database-cluster-in-eu-west-replica-{number}" for number in (1, 2)]
    cut = [truncated_name(name, 12, 180) for name in names]
    assert len(set(cut)) == 2
    for name, reported in zip(names, cut, strict=True):
        assert "…" in reported and reported.endswith(name[-9:])
        assert width_of(reported, 12) <= 180
    assert truncated_name("short", 12, 180) == "short"
    assert width_of(truncated_name(names[0], 12, 40), 12) <= 40


def test_that_wide_letters_have_their_room_and_lines_end_between_them() -> None:
    assert width_of("暗号化 AES", 10) == 30 + width_of(" AES", 10)
    assert wrapped("平文とAES、暗号文", 10, 32) == ["平文と", "AES、", "暗号文"]
    assert wrapped("one two  three", 10, width_of("one two", 10)) == ["one two", "three"]


def test_that_axes_have_round_places() -> None:
    digits = ON_PAPER.digits
    assert ticks(-2.5, 10.5, 6, digits) == [(0, "0"), (5, "5"), (10, "10")]
    assert [reported for _, reported in ticks(0, 0.012, 4, digits)] == ["0.000", "0.005", "0.010"]
    assert [reported for _, reported in ticks(-3000, 0, 3, digits)] == [
        "−3,000",
        "−2,000",
        "−1,000",
        "0",
    ]


def test_that_a_resolution_is_that_of_the_picture_and_sao_paulo_keeps_its_tilde(
    report: CampaignReport,
) -> None:
    chart = cost_charts(report)[0]
    small, large = (picture(chart, dpi).size for dpi in (96, 192))
    assert small[0] == 900 and large == (2 * small[0], 2 * small[1])
    accented, bare, rectangle = (
        ink(replace(chart, title=Message(each))) for each in ("ã", "a", "\ue000")
    )
    assert len({accented, bare, rectangle}) == 3
    assert accented > bare, "there is a tilde above it"


def picture(chart: Chart, dpi: int) -> Image.Image:
    return Image.open(io.BytesIO(chart_bytes(chart, "png", dpi)))


def ink(chart: Chart) -> int:
    """How dark the title is."""
    title = picture(chart, 192).convert("L").crop((40, 40, 120, 80))
    return sum(255 - each for each in title.tobytes())


@pytest.mark.slow
def test_that_the_command_line_draws_into_a_folder(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = store_loaded(store)
    folder = tmp_path / "drawn"
    common = ["charts", str(number), f"--store={store.location}", "-o", str(folder)]
    assert cipherbench([*common, "--format", "png", "--dpi", "50"]) == 0
    names = {each.stem.split("-")[0] for each in folder.glob("*.png")}
    assert names == {"cost", "guarding", "blocks", "sources", "percentiles", "latency", "stability"}
    assert len(list(folder.glob("cost-*.png"))) == 3
    assert len(list(folder.glob("latency-pg-*.png"))) == 2 * 2
    for wrong in (["--format", "gif"], ["--format", "png", "--dpi", "5"]):
        capsys.readouterr()
        assert cipherbench([*common, *wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_that_what_others_measured_leaves_ours_their_room() -> None:
    ours = [ValueMark(0, 0, 40.0, 30.0, 50.0), ValueMark(1, 0, 5.0)]
    near, far = ValueMark(0, 0, 110.0, 60.0, 400.0, by=1), ValueMark(1, 0, 759_900.0, by=2)
    assert span_around_0([*ours, near, far]) == span_around_0([*ours, ValueMark(0, 0, 110.0)])
    assert span_from_0([*ours, near, far]) == span_from_0(ours), "400 is too far"
    assert span_from_0([far])[1] >= far.value


THEIRS = STUDY_LOOKS["study-1"].light


def test_that_a_study_is_drawn_on_paper_with_its_source(store: Store) -> None:
    study = study_named("rosa-2023")
    number = store_costs(store, costly_campaign(1, (CBC,), repetitions=4), {})
    [chart] = cost_charts(report_on(store, number, studies=[study]))
    assert chart.others[0].source == study.address and chart.lanes == 2
    costs = chart.panels[0].plots[0].spots
    assert [round(spot.value, 1) for spot in costs if spot.by] == [30.4, 32.0, 9.5, 10.8]
    drawing = svg(chart)
    assert f"Rosa and Lazarin 2023, {study.address}" in drawing
    assert drawing.count(f'stroke="{paper_colour(chart.others[0].colour)}"') == 5


def test_that_a_study_has_curves_and_sentences_in_charts_of_latencies_and_speeds(
    store: Store,
) -> None:
    users, ciphers = (
        report_on(store, number, studies=[study_named(name)], latencies=True)
        for number, name in ((store_loaded(store), "vidakovic-2024"),
                             (store_raw(store), "openssl-exercise-2024"))
    )  # fmt: skip
    cases = sorted({cell.case for cell in users.cells})
    for report, charts, series in (
        (users, list(percentile_charts(users, cases)), "aes-256-gcm · Vidaković et al. 2024"),
        (users, list(load_charts(store, users)), "plaintext · Vidaković et al. 2024"),
        (ciphers, list(speed_charts(ciphers)), "openssl exercise 2024"),
    ):
        (study,) = (each.study for each in report.matched)
        for chart in charts:
            texts = [each.text or "" for each in ElementTree.fromstring(svg(chart)).iter()]
            reported = " ".join(texts)
            if re.search(f"{study.short_name}: no (latency|speed) matches", reported):
                assert not chart.others and f'"{THEIRS}"' not in svg(chart)
                continue
            assert "figures match this campaign. " in reported and "Its machine: " in reported
            assert any(each.endswith(series) for each in texts)
            assert f"{study.short_name}, {study.found_at}" in texts
            dashed = svg(chart).count(f'stroke="{THEIRS}" stroke-width="1.5" stroke-dasharray="8')
            assert dashed > 1 or "calls" in chart.name
        assert 0 < sum(bool(each.others) for each in charts) < len(charts)


def test_that_a_report_has_what_studies_measured_in_its_charts(store: Store) -> None:
    loaded = report_on(store, store_loaded(store), studies=[study_named("vidakovic-2024")])
    chart = latency_chart(loaded)
    assert chart is not None and [each.name for each in chart.others] == ["Vidaković et al. 2024"]
    theirs = [spot for panel in chart.panels for spot in panel.plots[0].spots if spot.by]
    assert {spot.value for spot in theirs} >= {0.56, 0.74, 0.89, 1.75}
    raw = report_on(store, store_raw(store), studies=[study_named("openssl-exercise-2024")])
    drawn_there = [each.chart for each in operations(raw) if isinstance(each, ChartBlock)]
    named = {str(look.name) for each in drawn_there for look in each.line_styles}
    assert "128 bits · openssl exercise 2024" in named
    assert not any(each.notes for each in drawn_there), "a section of the report says that"


def test_that_charts_of_one_name_are_distinguished(report: CampaignReport) -> None:
    first = cost_charts(report)[0]
    assert [each.name for each in with_distinct_names([first, first])] == [
        first.name,
        f"{first.name}-2",
    ]


@pytest.mark.slow
def test_that_titles_of_groups_are_whole_and_nothing_lies_on_them(store: Store) -> None:
    """Those of what is guarded against are sentences, and the longest is as wide as the chart."""
    campaign = costly_campaign(2, (CBC, GCM, TABLESPACE), repetitions=3)
    report = report_on(store, store_costs(store, campaign, {}))
    chart = cost_and_protection_chart(report)
    assert chart is not None and len(chart.panels) == 3
    drawing = svg(chart)
    found = [
        (float(each.get("x", "")), float(each.get("y", "")), each.text or "", each)
        for each in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    ]
    bold = [(x, y, text) for x, y, text, each in found if each.get("font-weight") == "bold"]
    shown = " ".join(text for _, _, text in bold)
    assert [each.title for each in chart.panels if each.title not in shown] == []
    for x, y, text in bold:
        right = x + 1.15 * width_of(text, 12, bold=True)
        to_the_right = [other for other, line, _, _ in found if line == y and other > x]
        assert right <= min([880.0, *to_the_right]), text
    for part in sheets(chart):
        assert str(chart.panels[-1].title) in svg(part)
    assert "cost over plaintext, %" in [text for _, _, text, _ in found]


def test_that_a_long_title_of_a_group_takes_lines_and_a_long_name_is_cut(store: Store) -> None:
    campaign = costly_campaign(1, (CBC,), repetitions=3)
    chart = cost_and_protection_chart(report_on(store, store_costs(store, campaign, {})))
    assert chart is not None
    output = phrase(
        "{words}", words=" · ".join(f"stolen disk number {n}: partly" for n in range(9))
    )
    panel = replace(chart.panels[0], title=str(output), message=output)
    long, named = (
        replace(chart, panels=(each,)) for each in (panel, replace(panel, message=NOTHING))
    )
    assert svg(long).count("stolen disk number") == 9 and "…" not in svg(long)
    assert panel_height(chart, panel) > panel_height(chart, named.panels[0])
    assert "…" in svg(named)


def test_that_costs_far_from_each_other_stand_on_an_axis_of_ratios_and_cut_ends_have_numbers(
    report: CampaignReport,
) -> None:
    near = cost_plot(phrase("cost"), [ValueMark(0, 0, 40.0)], (-5.0, 50.0))
    far = cost_plot(
        phrase("cost"), [ValueMark(0, 0, 30.0), ValueMark(0, 0, 4500.0)], (-150.0, 4700.0)
    )
    assert not near.logarithmic and far.logarithmic and far.low == -15.0
    wild = ValueMark(0, 0, 10.0, -300.0, 400.0, faint=True)
    low, high = span_around_0([ValueMark(0, 0, 20.0, 18.0, 22.0), wild])
    assert low > -300 and high < 400, "noise leaves the others their room"
    chart = cost_chart(report, CostChoice(report.cells[0].case))
    plot = replace(chart.panels[0].plots[0], spots=(wild,), low=low, high=high)
    panel = replace(chart.panels[0], plots=(plot, chart.panels[0].plots[1]))
    drawing = svg(replace(chart, panels=(panel,)))
    assert re.search(r">[–−]300<", drawing) and ">400<" in drawing
