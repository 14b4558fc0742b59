#include "gstedit_page.h"

// The files of the page are a part of the program: the compiler puts their bytes here (C23, 6.10.4).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char clips_js[] = {
#embed "Page/clips.js"
};
static const unsigned char completion_js[] = {
#embed "Page/completion.js"
};
static const unsigned char dragging_js[] = {
#embed "Page/dragging.js"
};
static const unsigned char elements_js[] = {
#embed "Page/elements.js"
};
static const unsigned char export_js[] = {
#embed "Page/export.js"
};
static const unsigned char forms_js[] = {
#embed "Page/forms.js"
};
static const unsigned char gestures_js[] = {
#embed "Page/gestures.js"
};
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char json_text_js[] = {
#embed "Page/json-text.js"
};
static const unsigned char keys_js[] = {
#embed "Page/keys.js"
};
static const unsigned char lanes_js[] = {
#embed "Page/lanes.js"
};
static const unsigned char layout_css[] = {
#embed "Page/layout.css"
};
static const unsigned char layers_js[] = {
#embed "Page/layers.js"
};
static const unsigned char levels_js[] = {
#embed "Page/levels.js"
};
static const unsigned char look_css[] = {
#embed "Page/look.css"
};
static const unsigned char media_js[] = {
#embed "Page/media.js"
};
static const unsigned char pictures_js[] = {
#embed "Page/pictures.js"
};
static const unsigned char player_js[] = {
#embed "Page/player.js"
};
static const unsigned char segments_js[] = {
#embed "Page/segments.js"
};
static const unsigned char selection_js[] = {
#embed "Page/selection.js"
};
static const unsigned char server_js[] = {
#embed "Page/server.js"
};
static const unsigned char sound_js[] = {
#embed "Page/sound.js"
};
static const unsigned char state_js[] = {
#embed "Page/state.js"
};
static const unsigned char strips_js[] = {
#embed "Page/strips.js"
};
static const unsigned char studio_js[] = {
#embed "Page/studio.js"
};
static const unsigned char text_editor_js[] = {
#embed "Page/text-editor.js"
};
static const unsigned char texts_js[] = {
#embed "Page/texts.js"
};
static const unsigned char theme_js[] = {
#embed "Page/theme.js"
};
static const unsigned char time_js[] = {
#embed "Page/time.js"
};
static const unsigned char timeline_css[] = {
#embed "Page/timeline.css"
};
static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};
static const unsigned char titles_js[] = {
#embed "Page/titles.js"
};
static const unsigned char transitions_js[] = {
#embed "Page/transitions.js"
};

static const gstedit_page_file files[] = {
    {"clips.js", clips_js, sizeof clips_js},
    {"completion.js", completion_js, sizeof completion_js},
    {"dragging.js", dragging_js, sizeof dragging_js},
    {"elements.js", elements_js, sizeof elements_js},
    {"export.js", export_js, sizeof export_js},
    {"forms.js", forms_js, sizeof forms_js},
    {"gestures.js", gestures_js, sizeof gestures_js},
    {"index.html", index_html, sizeof index_html},
    {"json-text.js", json_text_js, sizeof json_text_js},
    {"keys.js", keys_js, sizeof keys_js},
    {"lanes.js", lanes_js, sizeof lanes_js},
    {"layout.css", layout_css, sizeof layout_css},
    {"layers.js", layers_js, sizeof layers_js},
    {"levels.js", levels_js, sizeof levels_js},
    {"look.css", look_css, sizeof look_css},
    {"media.js", media_js, sizeof media_js},
    {"pictures.js", pictures_js, sizeof pictures_js},
    {"player.js", player_js, sizeof player_js},
    {"segments.js", segments_js, sizeof segments_js},
    {"selection.js", selection_js, sizeof selection_js},
    {"server.js", server_js, sizeof server_js},
    {"sound.js", sound_js, sizeof sound_js},
    {"state.js", state_js, sizeof state_js},
    {"strips.js", strips_js, sizeof strips_js},
    {"studio.js", studio_js, sizeof studio_js},
    {"text-editor.js", text_editor_js, sizeof text_editor_js},
    {"texts.js", texts_js, sizeof texts_js},
    {"theme.js", theme_js, sizeof theme_js},
    {"time.js", time_js, sizeof time_js},
    {"timeline.css", timeline_css, sizeof timeline_css},
    {"timeline.js", timeline_js, sizeof timeline_js},
    {"titles.js", titles_js, sizeof titles_js},
    {"transitions.js", transitions_js, sizeof transitions_js},
};

size_t gstedit_page_file_count(void) { return sizeof files / sizeof *files; }

gstedit_page_file gstedit_page_file_at(size_t index) { return files[index]; }
