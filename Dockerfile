# The tutor in a container: docker build -t philidor . && docker run -p 1749:1749 -e PHILIDOR_TOKEN=… -v philidor:/data philidor
FROM node:22-bookworm-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web ./
COPY knowledge/names ../knowledge/names
RUN npm run build

FROM rust:1.95-slim-bookworm AS program
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=page /src/web/dist web/dist
# For any x86-64 since 2009, or any aarch64; wide vectors are chosen at run time.
RUN cargo build --release --locked -p philidor

FROM debian:bookworm-slim
RUN useradd --create-home --uid 1000 philidor && mkdir /data && chown philidor /data
COPY --from=program /src/target/release/philidor /usr/bin/philidor
USER philidor
ENV PHILIDOR_HOME=/data
VOLUME /data
EXPOSE 1749
HEALTHCHECK CMD ["philidor", "--version"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["philidor"]
# Others can reach it, so it wants PHILIDOR_TOKEN.
CMD ["serve", "--host", "0.0.0.0"]
