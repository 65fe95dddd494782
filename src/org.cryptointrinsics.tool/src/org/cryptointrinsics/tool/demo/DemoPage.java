package org.cryptointrinsics.tool.demo;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the demo tells, as a page of HTML: one file, without scripts. */
final class DemoPage {

    private static final String PAGE = """
                    <!DOCTYPE html>
                    <html lang="en">
                    <head>
                    <meta charset="utf-8">
                    <meta name="viewport" content="width=device-width, initial-scale=1">
                    <title>cryptointrinsics demo</title>
                    <style>
                    :root { color-scheme: light dark; --back: #ffffff; --text: #1a1a1a; --line: #8a8a8a; }
                    @media (prefers-color-scheme: dark) { :root { --back: #1a1a1a; --text: #eeeeee; } }
                    body { background: var(--back); color: var(--text); font-family: system-ui, sans-serif; line-height: 1.4; }
                    body { margin: 2rem auto; max-width: 66rem; padding: 0 1rem; }
                    dl { display: grid; gap: 0 1rem; grid-template-columns: max-content auto; }
                    dd { margin: 0; }
                    .table { overflow-x: auto; }
                    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
                    th, td { border-bottom: 1px solid var(--line); padding: 0.2rem 0.6rem; text-align: right; }
                    th { vertical-align: bottom; }
                    td { white-space: nowrap; }
                    .text { text-align: left; }
                    figure { margin: 1.5rem 0; }
                    figcaption { font-weight: bold; }
                    svg { display: block; width: 100%%; }
                    svg text { fill: var(--text); font-size: 13px; }
                    svg rect { stroke: var(--text); }
                    .keys { list-style: none; padding: 0; }
                    .keys li { display: inline-block; margin-right: 1.5rem; }
                    .key { border: 1px solid var(--text); display: inline-block; height: 0.8em; width: 1.6em; }
                    </style>
                    </head>
                    <body>
                    <h1>cryptointrinsics demo</h1>
                    <dl>
                    %s
                    </dl>
                    <div class="table">
                    <table>
                    %s
                    </table>
                    </div>
                    <p>%s</p>
                    <ul class="keys">
                    %s
                    </ul>
                    %s
                    </body>
                    </html>
                    """;

    private final DemoReport report;

    DemoPage(DemoReport report) {
        this.report = report;
    }

    String html() {
        return PAGE.formatted(facts(), table(), escape(String.join(" ", report.notes())), keys(), plots());
    }

    /** As text and in attributes. */
    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private String facts() {
        return report.facts().entrySet().stream().map(fact -> "<dt>" + escape(fact.getKey()) + "</dt><dd>" + escape(fact.getValue()) + "</dd>").collect(Collectors.joining("\n"));
    }

    private String table() {
        List<List<String>> rows = report.table().rows();
        return Stream.concat(Stream.of(line("th", rows.getFirst())), rows.stream().skip(1).map(row -> line("td", row))).collect(Collectors.joining("\n"));
    }

    private static String line(String element, List<String> cells) {
        StringBuilder line = new StringBuilder("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            line.append('<').append(element).append(i < DemoReport.TEXTS ? " class=\"text\">" : ">").append(escape(cells.get(i))).append("</").append(element).append('>');
        }
        return line.append("</tr>").toString();
    }

    private String keys() {
        return report.contenders().stream().map(contender -> "<li><span class=\"key\" style=\"background: " + contender.color() + "\"></span> " + contender + "</li>").collect(
                        Collectors.joining("\n"));
    }

    private String plots() {
        return Stream.of(WorkItem.Kind.values()).map(this::plot).collect(Collectors.joining("\n"));
    }

    private String plot(WorkItem.Kind kind) {
        String title = kind.title() + ", " + kind.unit() + " (more is better)";
        BarPlot plot = new BarPlot(report.contenders(), report.rows().stream().filter(row -> row.work().kind() == kind).toList());
        return "<figure>\n<figcaption>" + escape(title) + "</figcaption>\n" + plot.svg(title) + "\n</figure>";
    }
}
