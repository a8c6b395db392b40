import { sql } from 'kysely'
import { asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { PageFinding, PageState } from '#kit/server/http/area.ts'

/** How many days a failed import is worth a word. */
const saidFor = 7

/** What reports say on the page of administration: imports that failed lately, for whoever may bring files in; one that was tried again and went well is over. */
export const reportStates = (read: RowRule): readonly PageState[] => [
  {
    page: '/admin/import_reports',
    tone: 'bad',
    words: 'library.administration.failed',
    right: 'library.import',
    found: (tx) => {
      const t = rowRef('t')
      return sql<PageFinding>`select jsonb_build_object('count', count(*)) from import_report t
        where t.customer_id = ${tx.customerId} and t.status = 'ERROR' and not t.dry_run and t.created_at >= ${tx.today}::date - ${saidFor}::int and ${asSql(read(t, tx.who))}
          and not exists (select 1 from import_report a where a.customer_id = t.customer_id and a.kind = t.kind and a.file_name = t.file_name
            and not a.dry_run and a.status = 'COMPLETE' and a.created_at > t.created_at)`
    },
  },
]
