package org.cryptointrinsics.test.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.util.json.JsonParser;

/**
 * What a report tells.
 *
 * @param intrinsics by name: {@code on}, {@code unused}, or {@code off: } and the reason
 * @param methods by name: {@code entered}, or {@code not entered: } and the reason
 */
record Told(Map<String, String> intrinsics, Map<String, String> methods) {

    static final String ON = "on";
    static final String OFF = "off: ";
    static final String UNUSED = "unused";
    static final String ENTERED = "entered";
    static final String NOT_ENTERED = "not entered: ";

    private static final String PREFIX = "[cryptointrinsics] ";
    private static final Pattern IS_OFF = Pattern.compile("(\\S+) is off: (.*)");
    private static final Pattern LINE_OF_ENTRY = Pattern.compile("(\\S.*\\))  +\\d\\d:\\d\\d:[\\d.]+(?:  (.*))?");

    Told() {
        this(new TreeMap<>(), new TreeMap<>());
    }

    /** Of a JSON report, each of the objects is one of these; of the others, a line tells the same. */
    private record Event(String event, String name, String reason) {
    }

    /** What {@link Measured} has printed of its MXBean. */
    static Told ofBean(List<String> lines) {
        Told told = new Told();
        for (String line : lines) {
            String[] words = line.split("\t");
            switch (words[0]) {
                case "intrinsic" -> told.intrinsics.put(words[1], switch (words[2]) {
                    case "ON" -> ON;
                    case "OFF" -> OFF + words[3];
                    default -> UNUSED;
                });
                case "entry" -> told.methods.put(words[1], Boolean.parseBoolean(words[2]) ? ENTERED : NOT_ENTERED + words[3]);
                default -> {
                }
            }
        }
        return told;
    }

    /** What {@code status PID} prints. */
    static Told ofStatus(List<String> lines) {
        Told told = new Told();
        boolean isTable = false;
        for (String line : lines) {
            Matcher entry = LINE_OF_ENTRY.matcher(line);
            Matcher off = IS_OFF.matcher(line);
            if (line.startsWith("Intrinsic ")) {
                isTable = true;
            } else if (off.matches()) {
                isTable = false;
                told.intrinsics.put(off.group(1), OFF + off.group(2));
            } else if (entry.matches()) {
                String reason = entry.group(2);
                told.methods.put(entry.group(1), reason != null && reason.strip().startsWith(NOT_ENTERED) ? reason.strip() : ENTERED);
            } else if (line.isEmpty()) {
                isTable = false;
            } else if (isTable) {
                String[] cells = line.split("  +");
                told.intrinsics.put(cells[0], cells[1].equals("not used yet") ? UNUSED : cells[1]);
            }
        }
        return told;
    }

    /** What {@code status} prints of its own process: what is in use, after all was tested. */
    static Told ofOwnStatus(List<String> lines) {
        Told told = ofStatus(lines);
        told.intrinsics.values().removeIf(state -> !state.startsWith(OFF));
        for (String line : lines) {
            String[] cells = line.split("  +");
            if (cells.length == 5 && cells[3].equals("yes")) {
                told.intrinsics.put(cells[0], ON);
            }
        }
        return told;
    }

    /**
     * What {@code doctor} says. It says nothing of methods that are entered.
     */
    static Told ofDoctor(List<String> lines) {
        Told told = new Told();
        for (String line : lines) {
            String text = line.replaceFirst("^(ok|note|PROBLEM) +", "");
            Matcher off = IS_OFF.matcher(text);
            if (text.contains(" has kernels, variant ")) {
                told.intrinsics.put(text.substring(0, text.indexOf(' ')), ON);
            } else if (off.matches()) {
                told.intrinsics.put(off.group(1), OFF + off.group(2));
            } else if (text.startsWith("Not used yet: ")) {
                List.of(text.substring("Not used yet: ".length()).split(", ")).forEach(name -> told.intrinsics.put(name, UNUSED));
            } else if (text.contains(" has no kernels for every caller: ")) {
                String[] parts = text.split(" has no kernels for every caller: ", 2);
                told.methods.put(parts[0], NOT_ENTERED + parts[1]);
            }
        }
        return told;
    }

    /** What a report has said, in lines. */
    static Told ofReport(List<String> lines) {
        List<Event> events = new ArrayList<>();
        for (String line : lines) {
            String text = line.substring(PREFIX.length());
            Matcher ofIntrinsic = Pattern.compile("(\\S+): (on|off|a kernel is off)(?:, (.*))?").matcher(text);
            if (text.startsWith("entered: ")) {
                events.add(new Event("entered", text.substring("entered: ".length()), null));
            } else if (text.startsWith("not entered: ")) {
                int end = text.indexOf("), ") + 1;
                events.add(new Event("not entered", text.substring("not entered: ".length(), end), text.substring(end + 2)));
            } else if (ofIntrinsic.matches()) {
                events.add(new Event(ofIntrinsic.group(2), ofIntrinsic.group(1), ofIntrinsic.group(3)));
            }
        }
        return of(events);
    }

    /** What a report has said, in objects. */
    static Told ofJson(List<String> lines) throws Exception {
        List<Event> events = new ArrayList<>();
        for (String line : lines) {
            EconomicMap<String, Object> object = JsonParser.parseDict(line);
            String event = (String) object.get("event");
            switch (event) {
                case "on", "off" -> events.add(new Event(event, (String) object.get("intrinsic"), (String) object.get("reason")));
                case "entered", "not entered" -> events.add(new Event(event, (String) object.get("method"), (String) object.get("reason")));
                case "warning" -> {
                    String[] parts = ((String) object.get("message")).split(": a kernel is off, ", 2);
                    if (parts.length == 2) {
                        events.add(new Event("a kernel is off", parts[0], parts[1]));
                    }
                }
                default -> {
                }
            }
        }
        return of(events);
    }

    private static Told of(List<Event> events) {
        Told told = new Told();
        for (Event event : events) {
            switch (event.event) {
                case "on" -> told.intrinsics.put(event.name, ON);
                case "off" -> told.intrinsics.put(event.name, OFF + event.reason);
                // The only one that is asked for here.
                case "a kernel is off" -> told.intrinsics.put(event.name, OFF + "a kernel is off, " + event.reason);
                case "entered" -> told.methods.put(event.name, ENTERED);
                default -> told.methods.put(event.name, NOT_ENTERED + event.reason);
            }
        }
        return told;
    }
}
