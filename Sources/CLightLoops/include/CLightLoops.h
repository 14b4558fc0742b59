// The inner loops of converting colors.
#pragma once

#include "AlphaRows.h"
#include "LightRows.h"
#include "LightTables.h"
