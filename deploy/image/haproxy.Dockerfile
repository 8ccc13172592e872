# The balancer of compose.scale.yml and kubernetes/: Debian's HAProxy, not root, configured from outside.
FROM debian:bookworm-slim
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends haproxy socat tini \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
    && usermod --uid 10002 haproxy && groupmod --gid 10002 haproxy \
    && install -d -o haproxy -g haproxy -m 0700 /run/haproxy
COPY node-state /usr/local/bin/
LABEL org.opencontainers.image.title="evald-balancer" \
      org.opencontainers.image.description="HAProxy in front of evald nodes"
USER 10002:10002
EXPOSE 8080 8405
STOPSIGNAL SIGUSR1
# Ready when a node is.
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 \
    CMD ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3; read -r line <&3; [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["/usr/bin/tini", "--", "haproxy", "-W", "-db", "-f", "/etc/haproxy/haproxy.cfg"]
