import { sql, type RawBuilder } from 'kysely'

/** So many months up to that of a day, which is itself the end of the last one: rows of `day` and of `moment`, when it is over for the customer; to stand behind `from`. */
export const monthEnds = (day: RawBuilder<unknown>, months: number, timeZone: string): RawBuilder<unknown> =>
  sql`(select e.day, (e.day + 1)::timestamp at time zone ${timeZone} as moment
    from (select least((date_trunc('month', ${day}::timestamp) + make_interval(months => 1 - n))::date - 1, ${day}::date) as day from generate_series(0, ${months - 1}) n) e)`

/**
 * The ends of `ends` (`day`, `moment`) with every version that stood then, read once for all of them: rows of `versions` under the alias `t`, which tell by `valid_from` and `valid_to`
 * from and until when they stood. To stand behind `from`.
 */
export const standingAt = (ends: RawBuilder<unknown>, versions: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select array_agg(moment order by moment) as moments, array_agg(day order by moment) as days from ${ends} e) at
    cross join ${versions} t
    cross join lateral generate_series(width_bucket(t.valid_from, at.moments) + 1, width_bucket(t.valid_to, at.moments)) as nth
    cross join lateral (select at.days[nth] as day, at.moments[nth] as moment) d`

/**
 * How many versions of `versions`, under the alias `t` as above, stood at each of `ends`, by a key of theirs: rows of `day`, `key` and `count`, to stand behind `from`. Those that stood at the
 * same ends are told together before they are told for each, so that what a version costs does not grow with the ends.
 */
export const countStanding = (
  ends: RawBuilder<unknown>,
  versions: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select at.days[nth] as day, g.key, sum(g.count) as count
    from (select array_agg(moment order by moment) as moments, array_agg(day order by moment) as days from ${ends} e) at
      cross join lateral (select ${key} as key, width_bucket(t.valid_from, at.moments) + 1 as first, width_bucket(t.valid_to, at.moments) as last, count(*) as count
        from ${versions} t where ${where} group by 1, 2, 3) g
      cross join lateral generate_series(g.first, g.last) as nth
    group by 1, 2)`
