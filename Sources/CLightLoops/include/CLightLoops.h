// The inner loops of converting light.
#pragma once

#include "LightRows.h"
#include "LightTables.h"
