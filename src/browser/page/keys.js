// The key types and arrivals that can be chosen: how a scenario writes them, for each family of engines.
// What a stream is, its declaration says.

const pgUuid = (values) => ({postgresql: {type: "uuid", values}, innodb: {type: "binary(16)", values}});

const keyTypes = {
  bigint: {words: "bigint, counting up", postgresql: {type: "bigint", values: "identity"}, innodb: {type: "bigint", values: "identity"}},
  uuidv4: {words: "UUID version 4, random", ...pgUuid("uuidv4")},
  uuidv7: {words: "UUID version 7, ordered by time", ...pgUuid("uuidv7")},
  uuidv7_random: {words: "UUID version 7, no order within a millisecond", ...pgUuid({stream: "uuidv7", within_ms: "random"})},
  uuidv1: {words: "UUID version 1", ...pgUuid("uuidv1")},
  uuidv6: {words: "UUID version 6", ...pgUuid("uuidv6")},
  ulid: {words: "ULID, as text", postgresql: {type: "text", values: "ulid"}, innodb: {type: "char(26)", values: "ulid"}},
  snowflake: {words: "Snowflake, in a bigint", postgresql: {type: "bigint", values: "snowflake"}, innodb: {type: "bigint", values: "snowflake"}},
  nanoid: {words: "NanoID, random text", postgresql: {type: "text", values: "nanoid"}, innodb: {type: "varchar(21)", values: "nanoid"}},
  hashed: {words: "bigint, hashed", postgresql: {type: "bigint", values: "hashed"}, innodb: {type: "bigint", values: "hashed"}},
  own: {words: "your own keys (CSV)"},
};

/// Types that a column of one's own keys may have.
const ownTypes = {
  uuid: {words: "uuid", postgresql: "uuid", innodb: "binary(16)"},
  bigint: {words: "bigint", postgresql: "bigint", innodb: "bigint"},
  text: {words: "text", postgresql: "text", innodb: "varchar(255)"},
};

/// The rows of a run take rows / rate seconds; what is late is so by up to a fifth of that.
const arrivals = {
  in_order: {words: "one after the other", of: () => undefined},
  four_writers: {words: "from four writers, at random turns", of: (load) => ({...clockOf(load), writers: 4, turns: "random"})},
  late: {words: "a tenth of them late, by up to a fifth of the run",
    of: (load) => ({...clockOf(load), late_percent: 10, delay: "uniform", late_ms: Math.max(1, Math.round(load.rows / clockOf(load).rows_per_tick * 200))})},
};

const clockOf = (load) => ({rows_per_tick: Math.min(100000, Math.max(1, Math.round(load.rate))), tick_ms: 1000});

const familyOf = (engine) => engine.startsWith("postgresql") ? "postgresql" : "innodb";
