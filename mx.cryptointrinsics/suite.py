# The same projects, libraries and versions as in the pom.xml files; BuildFilesTest compares them.
suite = {
  "mxversion" : "7.84.1",
  "name" : "cryptointrinsics",
  "version" : "0.1.0",
  "release" : False,
  "groupId" : "org.cryptointrinsics",
  "url" : "https://github.com/cryptointrinsics/cryptointrinsics",
  "developer" : {
    "name" : "The cryptointrinsics developers",
    "email" : "cryptointrinsics@users.noreply.github.com",
    "organization" : "cryptointrinsics",
    "organizationUrl" : "https://github.com/cryptointrinsics",
  },
  "scm" : {
    "url" : "https://github.com/cryptointrinsics/cryptointrinsics",
    "read" : "https://github.com/cryptointrinsics/cryptointrinsics.git",
    "write" : "https://github.com/cryptointrinsics/cryptointrinsics.git",
  },
  "defaultLicense" : "GPLv2-CPE",

  "licenses" : {
    "ICU" : {
      "name" : "Unicode/ICU License",
      "url" : "https://raw.githubusercontent.com/unicode-org/icu/main/LICENSE",
    },
  },

  "libraries" : {

    "GRAAL_COMPILER" : {
      "digest" : "sha512:0f187fea14a7c26114d06a5885f368a4c8fa8a79350af11622ced401fa784c2085fed159fba2612caff18aa5e123f91824ebab5a4c2eb7a8a34cb9f0ebd4a8db",
      "maven" : {
        "groupId" : "org.graalvm.compiler",
        "artifactId" : "compiler",
        "version" : "25.0.1",
      },
      "moduleName" : "jdk.graal.compiler",
      "dependencies" : ["GRAAL_COLLECTIONS", "GRAAL_WORD", "GRAAL_TRUFFLE_COMPILER"],
      "license" : "GPLv2-CPE",
    },

    "GRAAL_COLLECTIONS" : {
      "digest" : "sha512:d7a2ed53cefca6c5b414f4c2a43452d5da0214fc2f6366074e1308ece4f6eb01142f3585ec0ddb76fd2cca2d0d2fbbdc681c40099037f333e9025595f949b167",
      "maven" : {
        "groupId" : "org.graalvm.sdk",
        "artifactId" : "collections",
        "version" : "25.0.1",
      },
      "moduleName" : "org.graalvm.collections",
      "license" : "UPL",
    },

    "GRAAL_WORD" : {
      "digest" : "sha512:9ee6a963f303d0808e6ef1e5bc9fd54efa539bc789f0ea2a0055b8ce613267ff355178145bdf301a557cfb5bd1aa84ab17a6e167e8b1ada538763885cdc0738b",
      "maven" : {
        "groupId" : "org.graalvm.sdk",
        "artifactId" : "word",
        "version" : "25.0.1",
      },
      "moduleName" : "org.graalvm.word",
      "license" : "UPL",
    },

    "GRAAL_TRUFFLE_COMPILER" : {
      "digest" : "sha512:fc66ff94b480d5268c94a2ad0b820095f8344f6de724a83d4b063c34287650f029cbe39cdeb33a121519a481704759dd2c1b1306d37224608f3828439cbf046f",
      "maven" : {
        "groupId" : "org.graalvm.truffle",
        "artifactId" : "truffle-compiler",
        "version" : "25.0.1",
      },
      "moduleName" : "org.graalvm.truffle.compiler",
      "license" : "UPL",
    },

    "POLYGLOT" : {
      "digest" : "sha512:c90b890d4449402a7ca3a6d68799320fb4937f06785f00f798f256d7dba3cfa728bb63af380db393eaabff97e6802dc32148fa70eaa573c4346e6c073a4e2c07",
      "maven" : {
        "groupId" : "org.graalvm.polyglot",
        "artifactId" : "polyglot",
        "version" : "25.0.1",
      },
      "dependencies" : ["GRAAL_COLLECTIONS", "NATIVEIMAGE"],
      "license" : "UPL",
    },

    "NATIVEIMAGE" : {
      "digest" : "sha512:524f7acd656d1ada22b0229b650efed191bcab1a6939d1ff6f1c339e92a964b321d44635f86cadbd88a1df916dc919cec6cdfa379956808be3478c2d23a17cf2",
      "maven" : {
        "groupId" : "org.graalvm.sdk",
        "artifactId" : "nativeimage",
        "version" : "25.0.1",
      },
      "dependencies" : ["GRAAL_WORD"],
      "license" : "UPL",
    },

    "TRUFFLE_RUNTIME" : {
      "digest" : "sha512:20276374ca6d2e356849cb5a9103657a10f8459dd7a18bc7c2b2a5a39b4ac25bf4dda5a19841ab72eae0e6d186d4f56e8e9e761cb4f1a2c30483db613752b35a",
      "maven" : {
        "groupId" : "org.graalvm.truffle",
        "artifactId" : "truffle-runtime",
        "version" : "25.0.1",
      },
      "dependencies" : ["JNIUTILS", "TRUFFLE_API", "GRAAL_TRUFFLE_COMPILER"],
      "license" : "UPL",
    },

    "JNIUTILS" : {
      "digest" : "sha512:339ac2e64e5d483d08f744f8c739485820abdec2a62aef88e4ce8ac26291740a1d9a4dac93354416d1d846e075a229bf0f945a4461edaab1971d7138696d784f",
      "maven" : {
        "groupId" : "org.graalvm.sdk",
        "artifactId" : "jniutils",
        "version" : "25.0.1",
      },
      "dependencies" : ["GRAAL_COLLECTIONS", "NATIVEIMAGE"],
      "license" : "UPL",
    },

    "TRUFFLE_API" : {
      "digest" : "sha512:3c9d1500b667a598b1787921272a43e0d63e7c4743fc0fbf4a214f4aef7d122972d4eb7066f33298c127ca009a49c7043ded4455335e65bf6aa2bc041b2220d6",
      "maven" : {
        "groupId" : "org.graalvm.truffle",
        "artifactId" : "truffle-api",
        "version" : "25.0.1",
      },
      "dependencies" : ["POLYGLOT"],
      "license" : "UPL",
    },

    "JS_LANGUAGE" : {
      "digest" : "sha512:dbd9395b23a08718ec1273aa4f50a8d6e432a2aa79e6839d0fd13c9e16084fbaef3e3f0984a1c6d5a9ffecb595519c742250694c90bceb81e1eb55bc30af745e",
      "maven" : {
        "groupId" : "org.graalvm.js",
        "artifactId" : "js-language",
        "version" : "25.0.1",
      },
      "dependencies" : ["REGEX", "ICU4J", "TRUFFLE_API"],
      "license" : "UPL",
    },

    "REGEX" : {
      "digest" : "sha512:a215b10c4fd73eff7522a78ab830134ad23176ec0d36a2e620bb2ff9a417994eed5c227c0bc12e22890904ba958b4da44f92f4f78e922fbcd2857abdc168f869",
      "maven" : {
        "groupId" : "org.graalvm.regex",
        "artifactId" : "regex",
        "version" : "25.0.1",
      },
      "dependencies" : ["TRUFFLE_API"],
      "license" : "UPL",
    },

    "ICU4J" : {
      "digest" : "sha512:e122e16fe4fc8fa65714fe526f4eb625605a375a11e00edb6bd39352afeeb690c749c92f427135c1f01dc552b9659a28fda7730f01e0306234d8439facc7215a",
      "maven" : {
        "groupId" : "org.graalvm.shadowed",
        "artifactId" : "icu4j",
        "version" : "25.0.1",
      },
      "dependencies" : ["XZ"],
      "license" : "ICU",
    },

    "XZ" : {
      "digest" : "sha512:b12f38e92164e15afe257b1907ac113f6fd39e2413f208030eb376fb74e9dea5e083cabe2b5f3c3fbf4caeb63889b2b869160228d1a6c0def7f070fb60e5b2c3",
      "maven" : {
        "groupId" : "org.graalvm.shadowed",
        "artifactId" : "xz",
        "version" : "25.0.1",
      },
      "license" : "UPL",
    },

    "ASYNC_PROFILER" : {
      "digest" : "sha512:6199eca86a34da81a8bfef949f5d92ae3ea6ca6fb6910c7ae555cbaf54d0032a09788279f405275f2800c99da992908807ceb4f81fea790480007eebfee44ca2",
      "maven" : {
        "groupId" : "tools.profiler",
        "artifactId" : "async-profiler",
        "version" : "4.6",
      },
      "license" : "Apache-2.0",
    },

    "JAVA_DIFF_UTILS" : {
      "digest" : "sha512:6170b755629b178ab42aafc199fa4853069e5c0fee9021b845c661f2949ed1b2222baf6a3290a94aa3acc717348767a542f6c6604f7d5efc998c272bab29153b",
      "maven" : {
        "groupId" : "io.github.java-diff-utils",
        "artifactId" : "java-diff-utils",
        "version" : "4.16",
      },
      "license" : "Apache-2.0",
    },

    "PICOCLI" : {
      "digest" : "sha512:125a8d5cf9dac7f2d67ac82e281d47aab4f15643b4dd5e09199dd5048e385fa74f7f287ebd1162c9f23c488e0d616f1e46591015fe5319c6ad796cc4beddfff6",
      "maven" : {
        "groupId" : "info.picocli",
        "artifactId" : "picocli",
        "version" : "4.7.7",
      },
      "license" : "Apache-2.0",
    },

    "PROGRESSBAR" : {
      "digest" : "sha512:8982a7f18e6032aea63dbc32f60c2e7c3780bfabdbbe096c9a28f72556e625ce46fb763c650743e06bb40a27208b3721231bde1e021194008195ceb4e7512d23",
      "maven" : {
        "groupId" : "me.tongfei",
        "artifactId" : "progressbar",
        "version" : "0.10.1",
      },
      "dependencies" : ["JLINE_TERMINAL"],
      "license" : "MIT",
    },

    "JLINE_TERMINAL" : {
      "digest" : "sha512:b23d34e38be94e8096df142b3e85501c97b47b85e22f002b7db33a2eeb72c929e5e0185c441b7fdf44277c29a164394f37e0665c731f967376b59a14811c75fc",
      "maven" : {
        "groupId" : "org.jline",
        "artifactId" : "jline-terminal",
        "version" : "3.24.1",
      },
      "dependencies" : ["JLINE_NATIVE"],
      "license" : "BSD-new",
    },

    "JLINE_NATIVE" : {
      "digest" : "sha512:d9670071132d39664949bb18e7b5c515ec06797bbdf76b0ce1b983da1321ce54dfd1b9782c73ec5ae3a595081785c8caee9b9ca78fe385c7e5f981a400aa5689",
      "maven" : {
        "groupId" : "org.jline",
        "artifactId" : "jline-native",
        "version" : "3.24.1",
      },
      "license" : "BSD-new",
    },

    "JACKSON_DATABIND" : {
      "digest" : "sha512:688ee3a248895070623288bbbd1050e1c14f54d24ddac9be1e624e264eed8d88a6ca07ae90af6056bed1e5f1d0c9ac9db503cbcaaa45db7ba8ca213d3387dde6",
      "maven" : {
        "groupId" : "com.fasterxml.jackson.core",
        "artifactId" : "jackson-databind",
        "version" : "2.22.4",
      },
      "dependencies" : ["JACKSON_ANNOTATIONS", "JACKSON_CORE"],
      "license" : "Apache-2.0",
    },

    "JACKSON_CORE" : {
      "digest" : "sha512:3b0d500043699ce40fc6befc04c9dbf3e8067de453098fba53d1891793bd3da80955e44536d113fac6fc8fb58264e47b265ab3466b3c6fd4bca111487ac24700",
      "maven" : {
        "groupId" : "com.fasterxml.jackson.core",
        "artifactId" : "jackson-core",
        "version" : "2.22.4",
      },
      "license" : "Apache-2.0",
    },

    "JACKSON_ANNOTATIONS" : {
      "digest" : "sha512:63b597ec02b4e31c57266d9b96f05f301f217bc12ffb7ba046a5658d2829728930a559947b98eb6c3cc448413a96b4939427aa669ae1e2dc3597ab5d5d287f9f",
      "maven" : {
        "groupId" : "com.fasterxml.jackson.core",
        "artifactId" : "jackson-annotations",
        "version" : "2.22",
      },
      "license" : "Apache-2.0",
    },

    "JFREECHART" : {
      "digest" : "sha512:50ff814c6df7f9635340733e34eeb5b03516cac0bb7b4d68412cf0b70d303842aded467edb0dc8e1ab358495dcc2dee02b89fc4afba93c48eb308416f8525298",
      "maven" : {
        "groupId" : "org.jfree",
        "artifactId" : "jfreechart",
        "version" : "1.5.6",
      },
      "license" : "LGPLv21",
    },

    "VECTOR_GRAPHICS_2D" : {
      "digest" : "sha512:6ed98216c7f67c87213bd7169f702cb0011fc969e91a9246cb47135abeb7446431582909797bc096150142fdbfa30bfcad04999080baf6fa40978a58256b06a1",
      "maven" : {
        "groupId" : "de.erichseifert.vectorgraphics2d",
        "artifactId" : "VectorGraphics2D",
        "version" : "0.13",
      },
      "license" : "LGPLv30",
    },

    "JMH_CORE" : {
      "digest" : "sha512:8e434cc89f7c8a3035e172675d9f914415039ad8dc403a9f4a306efbe3249c20da0343aa51ebf9e3b9f8ba6746e8544ac561fbcd62f29dbb163b7f10c96c1f34",
      "maven" : {
        "groupId" : "org.openjdk.jmh",
        "artifactId" : "jmh-core",
        "version" : "1.37",
      },
      "dependencies" : ["JMH_GENERATOR_ANNPROCESS", "JOPT_SIMPLE", "COMMONS_MATH3"],
      "license" : "GPLv2-CPE",
    },

    "JMH_GENERATOR_ANNPROCESS" : {
      "digest" : "sha512:0e828c394e02ea1c3472cb3b334f4e13f9e7c2e237dd2915d895b277afbd52573ffc824a3850b0808f190407c8644625ea7d06d77e567fd09607514b4d87f77a",
      "maven" : {
        "groupId" : "org.openjdk.jmh",
        "artifactId" : "jmh-generator-annprocess",
        "version" : "1.37",
      },
      "license" : "GPLv2-CPE",
    },

    "JOPT_SIMPLE" : {
      "digest" : "sha512:cbc27e0b6da6ae4b6245353d6626d2e3c171c3026a555fa21e8ef61b30714e286db85086d1a57c167016e8a7f07be2a243e34b3ab504b1877806f3bcec5df986",
      "maven" : {
        "groupId" : "net.sf.jopt-simple",
        "artifactId" : "jopt-simple",
        "version" : "5.0.4",
      },
      "license" : "MIT",
    },

    "ACCP" : {
      "digest" : "sha512:44138bbe456e8de0a05a7b543ed64b1170e22b2ddff7f1f4eb1049856bf76ac8201e9ea38444a988f387f4d4d05c8cfdc30cd5c11bba9adc913d320e03862518",
      "maven" : {
        "groupId" : "software.amazon.cryptools",
        "artifactId" : "AmazonCorrettoCryptoProvider",
        "version" : "2.5.0",
        "classifier" : "linux-x86_64",
      },
      "license" : "Apache-2.0",
    },

    "BC_LTS" : {
      "digest" : "sha512:263ffe105cef81a1477b3f0fec7382395fe5fbe4072ce718d5ceef384caa2c8bae207641359042c3534224e1bb6dfc39e7c5a0bdc18915f8f19eb8f880bb2473",
      "maven" : {
        "groupId" : "org.bouncycastle",
        "artifactId" : "bcprov-lts8on",
        "version" : "2.73.12.1",
      },
      "license" : "MIT",
    },

    "CONSCRYPT" : {
      "digest" : "sha512:a12625d7c78f40fd1318a2a4ff00421ecfb9c1e722777c85f650808b18093daf11c6a8f0a84b067252a020e217f3c16fba92583fbbaaf5f41ace1a097657a46a",
      "maven" : {
        "groupId" : "org.conscrypt",
        "artifactId" : "conscrypt-openjdk-uber",
        "version" : "2.9.0",
      },
      "license" : "Apache-2.0",
    },

    "NETTY_COMMON" : {
      "digest" : "sha512:7c10c5f446a43b69636d096bc47f721dcda65012da5a14089d37c6eaadfad932d09d1e21f059456e982545cbc2e581347cbd9c21741a11492bcc1ee75ba4b513",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-common",
        "version" : "4.2.20.Final",
      },
      "license" : "Apache-2.0",
    },

    "NETTY_BUFFER" : {
      "digest" : "sha512:a1bd618916d9eb0140f43a3f100958ddb4a62028bd52dce7c791a9c7ea1c49d9a64183585dfb044a699a7e6c7ed6d7bb22842856047fec3fb96be8cc894b8330",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-buffer",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_COMMON"],
      "license" : "Apache-2.0",
    },

    "NETTY_RESOLVER" : {
      "digest" : "sha512:e4d327758ae5d97e020f6cd77785b4e3b6d4d3b797c006649276e6c1272f6b8eb441b6dd65b682087a669785b23315c7c7911d4ab088f961df61162671c31bff",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-resolver",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_COMMON"],
      "license" : "Apache-2.0",
    },

    "NETTY_TRANSPORT" : {
      "digest" : "sha512:8c3953cba82de99886c9c7c9e7833a39443ecfa1daa0942597dd2f41c13e73693323e498f551a29f48197dafab976d5df10f3bc6201a541d3fc708923f72af79",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-transport",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_BUFFER", "NETTY_RESOLVER"],
      "license" : "Apache-2.0",
    },

    "NETTY_UNIX" : {
      "digest" : "sha512:d1951f10c25cf6e436bf062f9af23924442f957d8938c7e75edd767281a0a71cd353c0d07f093d1f1dd9b7222772136c145aef6c7fd5dbfb0967d01dbb433a73",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-transport-native-unix-common",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_TRANSPORT"],
      "license" : "Apache-2.0",
    },

    "NETTY_CODEC" : {
      "digest" : "sha512:b4f300b4226f4e7dcdd2e82e8773b1c84f6b185393bdff42b6b99ab26f183dec6c6b52865a3f2a00faa60099ace3c868b1a6c81972aa76ebd7a8876131990600",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-codec-base",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_TRANSPORT"],
      "license" : "Apache-2.0",
    },

    "NETTY_HANDLER" : {
      "digest" : "sha512:4c69553181b31b92fab15cc58213262d48ca1f13287a02ae9a4402fdd4248e1cc5ed1cdc64b213d955b18d974506062afef96011c62b8e7268178a375491300e",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-handler",
        "version" : "4.2.20.Final",
      },
      "dependencies" : ["NETTY_CODEC", "NETTY_UNIX"],
      "license" : "Apache-2.0",
    },

    "TCNATIVE_CLASSES" : {
      "digest" : "sha512:934e84a0e91a1e43820d5b35a61f78913a9039f8d163e3ab04381f1bff928ff864fe47a9309bd0ce9431836fab8492773c804b49b845d965127c180e082051b3",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-tcnative-classes",
        "version" : "2.0.84.Final",
      },
      "license" : "Apache-2.0",
    },

    "TCNATIVE" : {
      "digest" : "sha512:dc6da47bbf68b1f401a05922b34ce9e68e752c83f5af5491b72aa9955bebc08f7bf3e3033bcc079e6b043f8dd5d71e6057882a1ef88f65a5baf793a5fc520834",
      "maven" : {
        "groupId" : "io.netty",
        "artifactId" : "netty-tcnative-boringssl-static",
        "version" : "2.0.84.Final",
        "classifier" : "linux-x86_64",
      },
      "dependencies" : ["TCNATIVE_CLASSES"],
      "license" : "Apache-2.0",
    },

    "COMMONS_MATH3" : {
      "digest" : "sha512:8bc2438b3b4d9a6be4a47a58410b2d4d0e56e05787ab24badab8cbc9075d61857e8d2f0bffedad33f18f8a356541d00f80a8597b5dedb995be8480d693d03226",
      "maven" : {
        "groupId" : "org.apache.commons",
        "artifactId" : "commons-math3",
        "version" : "3.6.1",
      },
      "license" : "Apache-2.0",
    },
  },

  "projects" : {

    "org.cryptointrinsics" : {
      "subDir" : "src",
      "sourceDirs" : ["src"],
      "dependencies" : ["GRAAL_COMPILER"],
      "requires" : ["java.instrument", "java.management", "jdk.jfr"],
      "requiresConcealed" : {
        "java.base" : [
          "jdk.internal.access",
          "jdk.internal.event",
          "jdk.internal.foreign",
          "jdk.internal.foreign.abi",
          "jdk.internal.foreign.abi.x64",
          "jdk.internal.loader",
          "jdk.internal.misc",
          "jdk.internal.module",
          "sun.security.jca",
          "sun.security.provider",
          "sun.security.util",
        ],
        "java.management" : [
          "sun.management.spi",
        ],
        "jdk.internal.vm.ci" : [
          "jdk.vm.ci.amd64",
          "jdk.vm.ci.code",
          "jdk.vm.ci.code.site",
          "jdk.vm.ci.common",
          "jdk.vm.ci.hotspot",
          "jdk.vm.ci.hotspot.amd64",
          "jdk.vm.ci.meta",
          "jdk.vm.ci.runtime",
          "jdk.vm.ci.services",
        ],
      },
      "checkstyleVersion" : "10.21.0",
      "javaCompliance" : "25+",
    },

    "org.cryptointrinsics.agent" : {
      "subDir" : "src",
      "sourceDirs" : ["src"],
      "requires" : ["java.instrument"],
      "requiresConcealed" : {
        "java.base" : ["jdk.internal.misc"],
      },
      "checkstyle" : "org.cryptointrinsics",
      "javaCompliance" : "9+",
    },

    "org.cryptointrinsics.tool" : {
      "subDir" : "src",
      "sourceDirs" : ["src"],
      "dependencies" : ["org.cryptointrinsics", "JAVA_DIFF_UTILS", "PICOCLI", "PROGRESSBAR"],
      "requires" : ["java.management", "jdk.attach", "jdk.management"],
      "checkstyle" : "org.cryptointrinsics",
      "javaCompliance" : "25+",
    },

    "org.cryptointrinsics.test" : {
      "subDir" : "test",
      "sourceDirs" : ["src"],
      "dependencies" : ["org.cryptointrinsics", "org.cryptointrinsics.tool", "ASYNC_PROFILER", "JS_LANGUAGE", "POLYGLOT", "TRUFFLE_RUNTIME", "mx:JUNIT"],
      "requires" : ["java.compiler", "java.instrument", "java.management", "java.xml", "jdk.attach", "jdk.httpserver", "jdk.jartool", "jdk.jfr", "jdk.management"],
      "requiresConcealed" : {
        "java.base" : [
          "jdk.internal.access",
          "jdk.internal.misc",
          "sun.security.jca",
          "sun.security.provider",
        ],
        "jdk.internal.vm.ci" : [
          "jdk.vm.ci.amd64",
          "jdk.vm.ci.code",
          "jdk.vm.ci.code.site",
          "jdk.vm.ci.common",
          "jdk.vm.ci.hotspot",
          "jdk.vm.ci.meta",
          "jdk.vm.ci.runtime",
          "jdk.vm.ci.services",
        ],
      },
      "checkstyle" : "org.cryptointrinsics",
      "javaCompliance" : "25+",
    },

    "org.cryptointrinsics.bench" : {
      "subDir" : "bench",
      "sourceDirs" : ["src"],
      "dependencies" : ["org.cryptointrinsics", "ACCP", "BC_LTS", "CONSCRYPT", "JACKSON_DATABIND", "JFREECHART", "JMH_CORE", "NETTY_HANDLER", "PICOCLI", "TCNATIVE", "VECTOR_GRAPHICS_2D"],
      "annotationProcessors" : ["JMH_CORE"],
      # JMH generates code that needs jdk.unsupported.
      "requires" : ["java.desktop", "java.management", "jdk.management", "jdk.unsupported"],
      "spotbugsIgnoresGenerated" : True,
      "checkstyle" : "org.cryptointrinsics",
      "javaCompliance" : "25+",
    },
  },

  "distributions" : {

    "CRYPTOINTRINSICS" : {
      "subDir" : "src",
      "description" : "Crypto intrinsics for the Graal JIT on HotSpot.",
      # Not an explicit module: one that provides a service of a package that jdk.graal.compiler does not export to it
      # keeps the VM from starting.
      "manifestEntries" : {
        "Automatic-Module-Name" : "org.cryptointrinsics",
        "JDK-Version" : "25",
        "Graal-Version" : "25.0.1",
      },
      "dependencies" : ["org.cryptointrinsics"],
      "exclude" : [
        "GRAAL_COMPILER",
        "GRAAL_COLLECTIONS",
        "GRAAL_WORD",
        "GRAAL_TRUFFLE_COMPILER",
      ],
      "maven" : {
        "artifactId" : "cryptointrinsics",
      },
    },

    "CRYPTOINTRINSICS_AGENT" : {
      "subDir" : "src",
      "description" : "The agent of cryptointrinsics.",
      "manifestEntries" : {
        "Premain-Class" : "org.cryptointrinsics.agent.Agent",
        "Agent-Class" : "org.cryptointrinsics.agent.Agent",
        "Launcher-Agent-Class" : "org.cryptointrinsics.agent.Agent",
        "Can-Redefine-Classes" : "true",
        "Can-Retransform-Classes" : "true",
      },
      "dependencies" : ["org.cryptointrinsics.agent"],
      "maven" : {
        "artifactId" : "cryptointrinsics-agent",
      },
    },

    "CRYPTOINTRINSICS_TOOL" : {
      "subDir" : "src",
      "description" : "The command line of cryptointrinsics.",
      "mainClass" : "org.cryptointrinsics.tool.Main",
      "dependencies" : ["org.cryptointrinsics.tool"],
      "distDependencies" : ["CRYPTOINTRINSICS"],
      "exclude" : ["JAVA_DIFF_UTILS", "PICOCLI", "PROGRESSBAR"],
      "maven" : {
        "artifactId" : "cryptointrinsics-tool",
      },
    },

    "CRYPTOINTRINSICS_TEST" : {
      "subDir" : "test",
      "dependencies" : ["org.cryptointrinsics.test"],
      "distDependencies" : ["CRYPTOINTRINSICS", "CRYPTOINTRINSICS_TOOL"],
      "exclude" : ["ASYNC_PROFILER", "JS_LANGUAGE", "POLYGLOT", "TRUFFLE_RUNTIME", "mx:JUNIT"],
      "unittestConfig" : "cryptointrinsics",
      "testDistribution" : True,
      "maven" : False,
    },

    "CRYPTOINTRINSICS_BENCH" : {
      "subDir" : "bench",
      "dependencies" : ["org.cryptointrinsics.bench"],
      "distDependencies" : ["CRYPTOINTRINSICS"],
      # Signed jars with native libraries stay as they are, and so do those of which two describe a module.
      "exclude" : ["ACCP", "BC_LTS", "CONSCRYPT", "JACKSON_ANNOTATIONS", "JACKSON_CORE", "JACKSON_DATABIND", "NETTY_BUFFER", "NETTY_CODEC", "NETTY_COMMON", "NETTY_HANDLER",
                   "NETTY_RESOLVER", "NETTY_TRANSPORT", "NETTY_UNIX", "PICOCLI", "TCNATIVE", "TCNATIVE_CLASSES"],
      "maven" : False,
    },
  },
}
