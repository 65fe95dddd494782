package org.cryptointrinsics.bytecode;

import java.lang.reflect.Modifier;
import java.util.Map;

/** The methods of classes as the VM has them. */
public interface VmMethods {

    /** Those that a class declares, and its constructors. */
    Map<MethodName, ? extends VmMethod> declared(Class<?> type);

    /** How often a class had been redefined when these were what it declares, or {@link JdkMethods#REDEFINED_MEANWHILE}. */
    default int redefinitions(Class<?> type) {
        return JdkMethods.redefinitions(type);
    }

    /** One of them. */
    interface VmMethod {

        MethodName name();

        /** As of {@link java.lang.reflect.Method}. */
        int modifiers();

        /** Whether the VM executes that. What cannot be compared is not the same. */
        boolean isSame(OriginalMethod original);

        /** For messages. */
        default String described() {
            return name().className().replace('/', '.') + "." + name().name();
        }

        /** An agent may add methods when a class is loaded. What is added for what it has changed is no matter, but what is called instead of others is. */
        default boolean mayOverride() {
            return !name().name().equals("<init>") && (modifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
        }
    }
}
