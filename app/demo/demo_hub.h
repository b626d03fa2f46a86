#pragma once

#include "library/hub_source.h"
#include "library/speed_probe.h"

#include <memory>

namespace hearth {

/// How a demo's hub behaves; may change while it is in use.
enum class DemoHubMood {
    answers,
    silent,       ///< never answers; a stop ends the wait
    unreachable,  ///< the name is not found
    remembers,    ///< unreachable, but what it said yesterday was kept
    offline,      ///< Hearth's own switch
    finds_nothing,
    gated,  ///< the page of a model asks for a token
};

/// A hub that answers from memory, for scenes: eight models with their files, and what they would take on a
/// computer with 9 GB of free memory.
HubSourceMaker demoHub(DemoHubMood mood = DemoHubMood::answers);

/// A computer that was measured, or not; measuring it takes until it is cancelled.
SpeedProbe::Device demoDevice(bool measured);

}  // namespace hearth
