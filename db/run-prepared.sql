-- Runs statements by prepared plans, which stay with the connection. Neon's proxy names no statement, so that PostgreSQL
-- plans each again whenever it comes (ADR-054).
--
-- `parts`: for each statement its text, how many values it has, and the values. Returns a JSON array that holds the rows of
-- each statement. The statements after the first one are the reads of a session: they run only if the first has set
-- caller.session_id for this transaction.
CREATE OR REPLACE FUNCTION run_prepared(VARIADIC parts text[]) RETURNS text LANGUAGE plpgsql AS $run$
DECLARE
  -- Plans of statements that differ by their filters; each takes some 10 to 100 kB of the connection's memory.
  statements_max constant integer := 100;
  -- Types whose values are the same when they come as JSON.
  json_types constant regtype[] := '{uuid,uuid[],text,text[],boolean,smallint,integer,integer[],double precision,date,json,jsonb}';
  place integer := 1;
  count_of_values integer;
  plan text;
  call text;
  shown record;
  rows text[];
  answers text[];
  old record;
  types regtype[];
BEGIN
  WHILE place <= array_length(parts, 1) LOOP
    EXIT WHEN place > 1 AND coalesce(current_setting('caller.session_id', true), '') = '';
    count_of_values := parts[place + 1]::integer;
    plan := 'rows_' || md5(parts[place]);
    call := '';
    FOR number IN place + 2 .. place + 1 + count_of_values LOOP
      call := call || ', ' || quote_nullable(parts[number]);
    END LOOP;
    call := 'execute ' || plan || CASE WHEN call <> '' THEN '(' || substr(call, 3) || ')' ELSE '' END;
    rows := '{}';
    BEGIN
      FOR shown IN EXECUTE call LOOP
        rows := rows || to_json(shown)::text;
      END LOOP;
    -- this connection has not prepared it yet, or it returns no rows
    EXCEPTION WHEN invalid_cursor_definition OR invalid_sql_statement_name THEN
      IF NOT EXISTS (SELECT FROM pg_prepared_statements WHERE name = plan) THEN
        IF (SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'rows\_%') >= statements_max THEN
          FOR old IN SELECT name FROM pg_prepared_statements WHERE name LIKE 'rows\_%' LOOP
            EXECUTE 'deallocate ' || old.name;
          END LOOP;
        END IF;
        EXECUTE 'prepare ' || plan || ' as ' || parts[place];
      END IF;
      SELECT result_types INTO types FROM pg_prepared_statements WHERE name = plan;
      IF types IS NULL THEN
        EXECUTE call;
      ELSIF types <@ json_types THEN
        FOR shown IN EXECUTE call LOOP
          rows := rows || to_json(shown)::text;
        END LOOP;
      ELSE
        EXECUTE 'deallocate ' || plan;
        RAISE EXCEPTION 'a column would come as another value: %', types;
      END IF;
    END;
    answers := answers || ('[' || array_to_string(rows, ',') || ']');
    place := place + 2 + count_of_values;
  END LOOP;
  RETURN '[' || array_to_string(answers, ',') || ']';
END $run$;
