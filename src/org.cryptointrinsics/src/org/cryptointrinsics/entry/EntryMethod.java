package org.cryptointrinsics.entry;

import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/**
 * A call of a substitution at the beginning of a method of the JDK, by names alone: no class of the JDK is loaded for it.
 *
 * @param methods those at whose beginning it is
 */
record EntryMethod(MethodName substitution, List<MethodName> methods) {

    static EntryMethod of(SubstitutedMethod substituted) {
        return new EntryMethod(MethodName.of(substituted.substitution()), substituted.methods().map(MethodName::of).toList());
    }

    /** All that fit this JDK, in an order that is always the same. */
    static List<EntryMethod> all() {
        return Families.all().stream().flatMap(family -> family.methods().stream().map(EntryMethod::of).sorted(Comparator.comparing(EntryMethod::told))).toList();
    }

    /** As {@link #told} tells it. */
    static EntryMethod parse(String line) {
        String[] words = line.split(" ");
        List<MethodName> names = new ArrayList<>();
        for (int i = 0; i < words.length; i += 3) {
            names.add(new MethodName(words[i], words[i + 1], words[i + 2]));
        }
        return new EntryMethod(names.getFirst(), names.subList(1, names.size()));
    }

    /** In a line, with spaces between: the classes, names and descriptors of the substitution and of the methods. */
    String told() {
        return Stream.concat(Stream.of(substitution), methods.stream()).map(name -> name.className() + " " + name.name() + " " + name.descriptor()) //
                        .collect(Collectors.joining(" "));
    }

    /** With which what the substitution stands for begins. */
    List<MethodName> roots() {
        return Stream.concat(Stream.of(substitution), methods.stream()).toList();
    }

    /** What the substitution takes and returns. */
    MethodTypeDesc type() {
        return MethodTypeDesc.ofDescriptor(substitution.descriptor());
    }
}
