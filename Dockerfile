# The program in an image without a toolchain: the Debian package is made in one image and installed in another, as `make deb` and
# `make deb-try` do it.
#
#   docker build --tag gstedit .
#   docker run --rm --volume "$PWD:/films" gstedit play project.json

FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make
WORKDIR /gstedit
COPY . .
RUN make deb

FROM debian:bookworm-slim
COPY --from=build /gstedit/.build/deb/gstedit_*.deb /packages/
RUN apt-get update && \
    apt-get install --yes --no-install-recommends /packages/gstedit_*.deb && \
    rm -r /packages /var/lib/apt/lists/*
WORKDIR /films
ENTRYPOINT ["gstedit"]
