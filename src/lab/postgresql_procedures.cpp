#include "src/lab/postgresql_procedures.hpp"

namespace keycost {

// How the figures are made comparable, which tests/live/README.md argues at length: rows come from a
// temporary table or a function, whose reading touches no shared buffer and writes no WAL; catalogs are read
// into the session's caches before a statement; what was measured is kept in a temporary table until a table
// is done.
//
// A step's figures are summed in a procedure's variables, which outlive its COMMITs, and its stretch of WAL
// is read before the next CHECKPOINT can recycle the segments.
std::string_view postgresql_lab_procedures() {
  return R"sql(
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
\pset null ''
SET client_min_messages = warning;

DO $$
BEGIN
  IF pg_is_in_recovery() THEN
    RAISE EXCEPTION 'this server is a standby: it writes no WAL of its own; run the script on a primary';
  END IF;
  IF current_setting('server_version_num')::int < 140000 THEN
    RAISE EXCEPTION 'PostgreSQL 14 or later is needed, this is %', current_setting('server_version');
  END IF;
  IF to_regnamespace('keycost_lab') IS NOT NULL THEN
    RAISE EXCEPTION 'a schema keycost_lab exists already; if an earlier run left it: DROP SCHEMA keycost_lab CASCADE';
  END IF;
END $$;

-- From here on whatever fails is told, and the script goes on to its end, where the schema is dropped.
CREATE SCHEMA keycost_lab;
\set ON_ERROR_STOP off
CREATE EXTENSION IF NOT EXISTS pgstattuple SCHEMA keycost_lab;
CREATE EXTENSION IF NOT EXISTS pg_walinspect SCHEMA keycost_lab;
SELECT 'SET search_path = keycost_lab' || coalesce(string_agg(DISTINCT ', ' || quote_ident(nspname), ''), '')
FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
WHERE extname IN ('pgstattuple', 'pg_walinspect') \gexec

SET synchronous_commit = on;
SET default_toast_compression = 'pglz';
SET max_parallel_workers_per_gather = 0;
SET max_parallel_maintenance_workers = 0;
SET jit = off;
SET row_security = off;

CREATE TEMPORARY TABLE keycost_real (step text, metric text, value numeric);
CREATE TEMPORARY TABLE keycost_simulated (position int GENERATED ALWAYS AS IDENTITY, step text, metric text, value numeric, sd numeric);

CREATE FUNCTION keycost_lab.note(steps text[], metric text, value numeric) RETURNS void LANGUAGE sql AS $$
  INSERT INTO pg_temp.keycost_real SELECT step, metric, value FROM unnest(steps) AS step
$$;

-- Where the log stands, once everything before can be read back.
CREATE FUNCTION keycost_lab.log_position() RETURNS pg_lsn LANGUAGE plpgsql AS $$
DECLARE
  inserted pg_lsn := pg_current_wal_insert_lsn();
BEGIN
  FOR attempt IN 1..500 LOOP
    EXIT WHEN pg_current_wal_flush_lsn() >= inserted OR inserted - pg_current_wal_flush_lsn() IN (24, 40);
    PERFORM pg_sleep(0.02);
  END LOOP;
  RETURN inserted;
END $$;

-- What a stretch of WAL consists of. One that a checkpoint has recycled meanwhile is told as a warning.
CREATE FUNCTION keycost_lab.note_wal(steps text[], first pg_lsn, behind pg_lsn, statement_records numeric, kinds text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  in_log numeric;
BEGIN
  behind := least(behind, pg_current_wal_flush_lsn());  -- a page's header that nothing follows yet is not on disk
  IF first >= behind OR to_regproc('pg_get_wal_stats') IS NULL THEN RETURN; END IF;
  INSERT INTO pg_temp.keycost_real
    SELECT step, 'wal.by_type.' || kind || '.' || name, value
    FROM unnest(steps) AS step,
         (SELECT "resource_manager/record_type" AS kind, * FROM pg_get_wal_stats(first, behind, true)) AS stats,
         LATERAL (VALUES ('count', stats.count::numeric), ('record_size', stats.record_size), ('fpi_size', stats.fpi_size),
                         ('combined_size', stats.combined_size)) AS figures (name, value)
    WHERE stats.count > 0 AND kind LIKE kinds;
  IF statement_records IS NOT NULL THEN
    SELECT sum(count) INTO in_log FROM pg_get_wal_stats(first, behind, true)
    WHERE "resource_manager/record_type" NOT LIKE 'Transaction/%' AND "resource_manager/record_type" <> 'Standby/RUNNING_XACTS'
      AND "resource_manager/record_type" NOT LIKE 'XLOG/CHECKPOINT%';
    PERFORM keycost_lab.note(steps, 'environment.foreign_records', coalesce(in_log, 0) - statement_records);
  END IF;
  IF to_regproc('pg_get_wal_block_info') IS NOT NULL THEN
    EXECUTE $query$
      INSERT INTO pg_temp.keycost_real
        SELECT step, 'wal.by_type.' || kind || '.fpi', images
        FROM unnest($1) AS step, (
          SELECT resource_manager || '/' || record_type AS kind, count(*) FILTER (WHERE block_fpi_length > 0) AS images
          FROM pg_get_wal_block_info($2, $3, false) GROUP BY 1) AS counted
        WHERE images > 0 AND kind LIKE $4 $query$ USING steps, first, behind, kinds;
  END IF;
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'the log from % to % cannot be read, so its record types are not told: %', first, behind, SQLERRM;
END $$;

CREATE FUNCTION keycost_lab.note_environment(steps text[]) RETURNS void LANGUAGE sql AS $$
  SELECT keycost_lab.note(steps, 'environment.other_sessions', count(*)) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
$$;

-- The table and its indexes as they stand.
CREATE PROCEDURE keycost_lab.look(steps text[], relation regclass) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pg_temp.keycost_real WHERE step = ANY (steps) AND (metric LIKE 'heap.%' OR metric LIKE 'indexes.%');
  PERFORM keycost_lab.note(steps, 'heap.size', pg_relation_size(relation, 'main'));
  PERFORM keycost_lab.note(steps, 'heap.pages', pg_relation_size(relation, 'main') / current_setting('block_size')::int);
  INSERT INTO pg_temp.keycost_real
    SELECT step, 'indexes.' || relname || '.' || name, nullif(value, 'NaN')
    FROM unnest(steps) AS step, pg_index JOIN pg_class ON pg_class.oid = indexrelid, LATERAL pgstatindex(indexrelid::regclass) AS told,
         LATERAL (VALUES ('tree_level', told.tree_level::numeric), ('index_size', told.index_size), ('root_block_no', told.root_block_no),
                         ('internal_pages', told.internal_pages), ('leaf_pages', told.leaf_pages), ('empty_pages', told.empty_pages),
                         ('deleted_pages', told.deleted_pages), ('avg_leaf_density', told.avg_leaf_density::numeric),
                         ('leaf_fragmentation', told.leaf_fragmentation::numeric)) AS figures (name, value)
    WHERE indrelid = relation;
  COMMIT;
END $$;

-- What an INSERT will look up in catalogs is looked up, without touching a page of the table. `statement` is the text before, between and
-- behind the numbers of its first and last row; fourth, if it has ON CONFLICT, the text before them for a stand-in.
CREATE PROCEDURE keycost_lab.warm(relation regclass, statement text[]) LANGUAGE plpgsql AS $$
DECLARE
  sequence regclass;
BEGIN
  IF statement[4] IS NOT NULL THEN
    DROP TABLE IF EXISTS keycost_lab.keycost_stand_in;
    EXECUTE format('CREATE TABLE keycost_lab.keycost_stand_in (LIKE %s INCLUDING ALL)', relation);
    EXECUTE statement[4] || 1 || statement[2] || 1 || statement[3];
  END IF;
  FOR attempt IN 1..2 LOOP
    EXECUTE 'EXPLAIN (ANALYZE, WAL, BUFFERS, TIMING OFF, FORMAT JSON) ' || statement[1] || 1 || statement[2] || 0 || statement[3];
    PERFORM pg_total_relation_size(relation);
    FOR sequence IN SELECT objid FROM pg_depend JOIN pg_class ON pg_class.oid = objid
                    WHERE refobjid = relation AND deptype = 'i' AND classid = 'pg_class'::regclass AND relkind = 'S' LOOP
      PERFORM pg_relation_size(sequence), (SELECT count(*) FROM pg_sequence_parameters(sequence));
    END LOOP;
    COMMIT;
  END LOOP;
END $$;

CREATE PROCEDURE keycost_lab.run_insert(INOUT next_row bigint, steps text[], relation regclass, row_count bigint, commit_every bigint,
                                        rollback_every bigint, statement text[]) LANGUAGE plpgsql AS $$
DECLARE
  behind bigint := next_row + row_count;
  batch bigint;
  transactions bigint := 0;
  rolls_back boolean;
  plan json;
  left_out numeric;
  inserted numeric := 0; conflicts numeric := 0; rolled_back numeric := 0;
  records numeric := 0; images numeric := 0; bytes numeric := 0;
  hit numeric := 0; read numeric := 0; dirtied numeric := 0; written numeric := 0;
  first pg_lsn; last pg_lsn;
BEGIN
  CALL keycost_lab.warm(relation, statement);
  first := keycost_lab.log_position();
  WHILE next_row < behind LOOP
    batch := least(commit_every, behind - next_row);
    EXECUTE 'EXPLAIN (ANALYZE, WAL, BUFFERS, TIMING OFF, FORMAT JSON) ' ||
      statement[1] || next_row || statement[2] || next_row + batch - 1 || statement[3] INTO plan;
    transactions := transactions + 1;
    rolls_back := rollback_every > 0 AND transactions % rollback_every = 0;
    IF rolls_back THEN ROLLBACK; ELSE COMMIT; END IF;
    plan := plan -> 0 -> 'Plan';
    left_out := coalesce((plan ->> 'Conflicting Tuples')::numeric, 0);
    conflicts := conflicts + left_out;
    IF rolls_back THEN rolled_back := rolled_back + batch - left_out; ELSE inserted := inserted + batch - left_out; END IF;
    records := records + (plan ->> 'WAL Records')::numeric;
    images := images + (plan ->> 'WAL FPI')::numeric;
    bytes := bytes + (plan ->> 'WAL Bytes')::numeric;
    hit := hit + (plan ->> 'Shared Hit Blocks')::numeric;
    read := read + (plan ->> 'Shared Read Blocks')::numeric;
    dirtied := dirtied + (plan ->> 'Shared Dirtied Blocks')::numeric;
    written := written + (plan ->> 'Shared Written Blocks')::numeric;
    next_row := next_row + batch;
  END LOOP;
  last := keycost_lab.log_position();
  PERFORM keycost_lab.note(steps, 'rows', inserted), keycost_lab.note(steps, 'conflicts', conflicts),
          keycost_lab.note(steps, 'rolled_back', rolled_back), keycost_lab.note(steps, 'wal.records', records),
          keycost_lab.note(steps, 'wal.fpi', images), keycost_lab.note(steps, 'wal.bytes', bytes),
          keycost_lab.note(steps, 'wal.lsn_bytes', pg_wal_lsn_diff(last, first)), keycost_lab.note(steps, 'buffers.hit', hit),
          keycost_lab.note(steps, 'buffers.read', read), keycost_lab.note(steps, 'buffers.dirtied', dirtied),
          keycost_lab.note(steps, 'buffers.written', written), keycost_lab.note_wal(steps, first, last, records, '%'),
          keycost_lab.note_environment(steps);
  COMMIT;
  IF array_length(steps, 1) > 0 THEN CALL keycost_lab.look(steps, relation); END IF;
END $$;

-- COPY has no EXPLAIN: what it wrote is read from the log. Its data stands between these two in the script.
CREATE PROCEDURE keycost_lab.before_copy(relation regclass, statement text[]) LANGUAGE plpgsql AS $$
BEGIN
  CALL keycost_lab.warm(relation, statement);
  PERFORM set_config('keycost_lab.first', keycost_lab.log_position()::text, false);
END $$;

CREATE PROCEDURE keycost_lab.after_copy(steps text[], relation regclass, row_count bigint) LANGUAGE plpgsql AS $$
DECLARE
  first pg_lsn := current_setting('keycost_lab.first');
  last pg_lsn := keycost_lab.log_position();
BEGIN
  PERFORM keycost_lab.note(steps, 'rows', row_count), keycost_lab.note(steps, 'wal.lsn_bytes', pg_wal_lsn_diff(last, first)),
          keycost_lab.note_wal(steps, first, last, NULL, '%'), keycost_lab.note_environment(steps);
  COMMIT;
  CALL keycost_lab.look(steps, relation);
END $$;

-- Of what building an index writes only its own pages' images can be told from the catalogs' records.
CREATE PROCEDURE keycost_lab.run_build(steps text[], relation regclass, statement text) LANGUAGE plpgsql AS $$
DECLARE
  first pg_lsn := keycost_lab.log_position();
BEGIN
  EXECUTE statement;
  COMMIT;
  PERFORM keycost_lab.note_wal(steps, first, keycost_lab.log_position(), NULL, 'XLOG/FPI');
  COMMIT;
  IF array_length(steps, 1) > 0 THEN CALL keycost_lab.look(steps, relation); END IF;
END $$;

-- Of steps with COPY in them: records, images and bytes as EXPLAIN counts them, without commits and the background.
CREATE FUNCTION keycost_lab.count_from_log(steps text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM pg_temp.keycost_real WHERE step = ANY (steps) AND metric IN ('wal.records', 'wal.fpi', 'wal.bytes');
  INSERT INTO pg_temp.keycost_real
    SELECT step, CASE name WHEN 'count' THEN 'wal.records' WHEN 'fpi' THEN 'wal.fpi' ELSE 'wal.bytes' END, value
    FROM (SELECT step, value, metric, substring(metric FROM '[^.]*$') AS name FROM pg_temp.keycost_real) AS told
    WHERE step = ANY (steps) AND name IN ('count', 'fpi', 'combined_size') AND metric LIKE 'wal.by_type.%'
      AND metric NOT LIKE 'wal.by_type.Transaction/%' AND metric NOT LIKE 'wal.by_type.Standby/%'
      AND metric NOT LIKE 'wal.by_type.XLOG/CHECKPOINT%'
$$;

-- A line a figure: table, step, metric, real, simulated, standard deviation of the simulated.
CREATE FUNCTION keycost_lab.told(table_name text) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT concat_ws(E'\t', 'keycost-lab/1', table_name, step, metric, coalesce(told.value::text, ''), coalesce(simulated.value::text, ''),
                   coalesce(sd::text, ''))
  FROM pg_temp.keycost_simulated AS simulated FULL JOIN
       (SELECT step, metric, sum(value) AS value FROM pg_temp.keycost_real GROUP BY step, metric) AS told USING (step, metric)
  ORDER BY position NULLS LAST, step COLLATE "C", metric COLLATE "C"
$$;

CREATE FUNCTION keycost_lab.about(name text, of_server text, of_simulation text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(E'\t', 'keycost-lab-about/1', name, coalesce(of_server, ''), coalesce(of_simulation, ''))
$$;
)sql";
}

}  // namespace keycost
