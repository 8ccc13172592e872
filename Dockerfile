# docker build -t evald .                   the image that runs the service
# docker build -t evald-test --target test . everything built and tested, nothing kept
ARG DEBIAN=debian:bookworm-slim

FROM ${DEBIAN} AS build
WORKDIR /src
# The packages change seldom: their layer comes before the sources.
COPY dev ./
COPY deploy/apt-packages.txt deploy/
RUN apt-get update \
    && ./dev packages build | xargs env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    && rm -rf /var/lib/apt/lists/*
COPY . .
ARG EVAL_COMMIT=""
RUN EVAL_COMMIT=${EVAL_COMMIT} ./dev install /opt/evald

FROM build AS test
RUN ./dev test

FROM ${DEBIAN} AS runtime
COPY dev /tmp/packages/
COPY deploy/apt-packages.txt /tmp/packages/deploy/
RUN apt-get update \
    && /tmp/packages/dev packages run image \
       | xargs env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    && rm -rf /var/lib/apt/lists/* /tmp/packages \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/evald --shell /usr/sbin/nologin evald \
    && install -d -o evald -g evald -m 0711 /var/lib/evald
COPY --from=build /opt/evald/ /usr/local/

USER evald
WORKDIR /var/lib/evald
VOLUME /var/lib/evald
# All interfaces of the container; what is published decides who can come. The name is what a caller on the host uses.
ENV EVALD_SERVER_HOST=0.0.0.0 \
    EVALD_SERVER_NAMES=127.0.0.1
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["evald", "healthcheck"]
# tini takes in the children that cells leave behind.
ENTRYPOINT ["/usr/bin/tini", "--", "evald"]
CMD ["serve"]
