# docker build -t evald .                   the image that runs the service
# docker build -t evald --build-arg EVAL_COMMIT=$(git rev-parse --short=12 HEAD) .      and names what it was built from
#
# Needs nothing but Debian's and npm's packages, and no builder but the classic one.
ARG DEBIAN=debian:bookworm-slim

FROM ${DEBIAN} AS build
WORKDIR /src
# The packages change seldom: their layer comes before the sources. git only tells the commit, which EVAL_COMMIT does
# here, but ./dev installs whatever the list names.
COPY dev ./
COPY deploy/apt-packages.txt deploy/
RUN apt-get update \
    && ./dev packages build | xargs env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    && rm -rf /var/lib/apt/lists/*
# What is compiled, and no more: a change to tests or deploy/ does not compile anything again. Folders whose native
# parts come from npm run `npm ci` when CMake configures them; their lock files say what they get.
COPY CMakeLists.txt CMakePresets.json openapi.yaml ./
COPY cmake/ cmake/
COPY config/ config/
COPY eval-core/ eval-core/
COPY runners/ runners/
COPY service/ service/
ARG EVAL_COMMIT=""
ARG EVAL_JOBS=""
RUN EVAL_COMMIT=${EVAL_COMMIT} EVAL_JOBS=${EVAL_JOBS} ./dev install /opt/evald && rm -rf build

FROM ${DEBIAN} AS runtime
COPY dev /tmp/packages/
COPY deploy/apt-packages.txt /tmp/packages/deploy/
COPY deploy/image/dpkg-excludes /etc/dpkg/dpkg.cfg.d/evald
# The tests of Python's packages weigh as much as what they test, and are not left out before, as packages compile them
# when they are set up.
RUN apt-get update \
    && /tmp/packages/dev packages run image \
       | xargs env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /tmp/packages \
    && find /usr/lib/python3/dist-packages -type d -name tests -prune -exec rm -rf {} + \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/evald --shell /usr/sbin/nologin evald \
    && install -d -o evald -g evald -m 0711 /var/lib/evald
COPY --from=build /opt/evald/ /usr/local/

ARG EVAL_COMMIT=""
LABEL org.opencontainers.image.title="evald" \
      org.opencontainers.image.description="Python and JavaScript cells in persistent kernels, over HTTP" \
      org.opencontainers.image.revision="${EVAL_COMMIT}" \
      org.opencontainers.image.base.name="debian:bookworm-slim"

# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
WORKDIR /var/lib/evald
VOLUME /var/lib/evald
# All interfaces of the container; what is published decides who can come. The name is what a caller on the host uses.
# The interpreter is named as nothing else may come first on PATH.
ENV EVALD_SERVER_HOST=0.0.0.0 \
    EVALD_SERVER_NAMES=127.0.0.1 \
    EVALD_PYTHON_INTERPRETER=/usr/bin/python3
EXPOSE 8080
STOPSIGNAL SIGTERM
# Often at first, as an orchestrator waits for the first good answer; the start itself takes a second.
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 CMD ["evald", "healthcheck"]
# tini takes in the children that cells leave behind.
ENTRYPOINT ["/usr/bin/tini", "--", "evald"]
CMD ["serve"]
