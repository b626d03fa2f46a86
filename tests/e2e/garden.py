"""What the hub of the models part has: one model that can be fetched, in three quantizations; one far too large; one that
wants a sign-in; one that was withdrawn; and others that fill the list."""
import gguf_head
from hub import HeadOnly, RealFile, Repository

SMALL = "hearth-garden/SmolLM2-135M-Instruct-GGUF"
GIANT = "hearth-garden/SmolLM2-Giant-28B-GGUF"
MEMBERS_ONLY = "meadow/Members-Only-1B-GGUF"
WITHDRAWN = "meadow/Withdrawn-1B-GGUF"


def facts(parameters):
    return {"downloads": 12000, "likes": 80, "lastModified": "2025-05-01T10:00:00.000Z", "pipeline_tag": "text-generation",
            "tags": ["gguf", "en", "license:apache-2.0"],
            "gguf": {"total": parameters, "architecture": "llama", "context_length": 8192}}


def plant(model):
    """The repositories by name; `model` is the file that can be fetched."""
    starter = RealFile(model)

    def head(*as_what):
        return HeadOnly(*gguf_head.head_of(model, *as_what))

    garden = {
        SMALL: Repository(
            files={"SmolLM2-135M-Instruct.F16.gguf": head(gguf_head.F16),
                   "SmolLM2-135M-Instruct.Q8_0.gguf": head(gguf_head.Q8_0),
                   "SmolLM2-135M-Instruct.Q4_1.gguf": starter},
            card="# SmolLM2\n\nA small model that answers short questions and runs on any computer.\n", facts=facts(134_515_008)),
        GIANT: Repository(files={"SmolLM2-Giant-28B.F16.gguf": head(gguf_head.F16, 16)},
                          card="# Giant\n\nThe small one, sixteen times as wide.\n", facts=facts(27_633_000_000)),
        MEMBERS_ONLY: Repository(files={"Members-Only-1B.Q4_1.gguf": starter}, gated=True, facts=facts(1_000_000_000)),
        WITHDRAWN: Repository(gone=True, facts=facts(1_000_000_000)),
    }
    for size in (1, 2, 3, 5, 8):
        garden[f"pasture/Grazer-{size}B-GGUF"] = Repository(files={f"Grazer-{size}B.Q4_1.gguf": starter},
                                                            facts=facts(size * 10 ** 9))
    return garden
