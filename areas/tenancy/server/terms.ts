import { sql } from 'kysely'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { acceptTerms, downloadTerms, listTerms, publishTerms, readTerms, type TermsDocument } from '#areas/tenancy/contract/terms.ts'
import { asStaff } from './as-staff.ts'

type Texts = Pick<TermsDocument, 'text_en' | 'text_fr'>
type Row = Texts & { readonly version: number; readonly published_at: Date }

/** A text in the reader's language, else in the other one. */
function textIn(texts: Texts, lang: Language): { text: string; lang: Language } {
  const found = [lang, ...languages].find((each) => texts[`text_${each}`])
  return { text: (found && texts[`text_${found}`]) ?? '', lang: found ?? lang }
}

/** The version that is asked for, else the newest; undefined while there are none. */
async function find(tx: Tx, version: number | undefined): Promise<{ row: Row | undefined; rows: Row[] }> {
  const rows = await tx.run(sql<Row>`select * from terms_of_use()`)
  const row = version === undefined ? rows[0] : rows.find((each) => each.version === version)
  if (!row && version !== undefined) throw notFound()
  return { row, rows }
}

/** Terms of use: read, downloaded and accepted by everybody, published by the provider (ACC-75, SHL-29). */
export function termsCalls(api: Api): void {
  handle(api, 'user', readTerms, async ({ tx, who, query }) => {
    const { row, rows } = await find(tx, query.version)
    if (!row) return { object: null }
    const account = await tx.first(
      sql<{
        terms_version: number
        accepted_at: Date | null
      }>`select terms_version, terms_accepted_at(${who.accountId}) as accepted_at from account_facts(${who.accountId})`,
    )
    const accepted = (account?.terms_version ?? 0) >= row.version
    return {
      object: {
        version: row.version,
        published_at: row.published_at.toISOString(),
        ...textIn(row, who.lang),
        accepted,
        accepted_at: accepted ? (account?.accepted_at?.toISOString() ?? null) : null,
        versions: rows.map(({ version, published_at }) => ({ version, published_at: published_at.toISOString() })),
      },
    }
  })

  api.addRaw(operationOf(downloadTerms, 'user'), async ({ request, reply, query }) => {
    const { version }: { version?: number } = query
    const file = await api.inSession(
      request,
      async (tx) => {
        const { row } = await find(tx, version)
        if (!row) throw notFound()
        const { text, lang } = textIn(row, tx.who.lang)
        return { text, name: api.ports.translate({ key: 'tenancy.terms.file', values: { version: row.version } }, lang) }
      },
      { whilePending: true },
    )
    return sendFile(reply, { name: `${file.name}.md`, mime: 'text/markdown; charset=utf-8' }).send(file.text)
  })

  handle(api, 'user', acceptTerms, async ({ tx, who, body, translate }) => {
    // Nobody takes on duties for somebody else.
    if (who.impersonatorId !== null || who.accountId === null) throw forbidden('tenancy.errors.terms_impersonated')
    const { row } = await find(tx, undefined)
    // None hold here any more: whoever was kept waiting for them waits no longer.
    if (!row) {
      await tx.run(sql`select clear_pending(${who.accountId}, 'TERMS')`)
      return {}
    }
    const accepted = await tx.first(
      sql<{ version: number | null }>`select accept_terms(${who.accountId}, ${body.version ?? null}, ${api.ports.now()}) as version`,
    )
    if (!accepted?.version) throw new AppError('STALE', 'tenancy.errors.terms_newer')
    tx.audit({ entity: 'terms', object_id: who.memberId, action: 'accept', details: JSON.stringify({ version: accepted.version }) })
    return { message: translate('tenancy.messages.terms_accepted') }
  })

  api.addRaw(operationOf(listTerms, 'instance'), async ({ request, params }) =>
    asStaff(api, request, listTerms, async (tx) => ({ ok: true, objects: await documents(tx, params.id) })),
  )

  api.addRaw(operationOf(publishTerms, 'instance'), async ({ request, params, body, named }) =>
    asStaff(api, request, publishTerms, (tx) =>
      once(tx, named(), async () => {
        await publish(tx, params.id, body, api.ports.now())
        const [object] = await documents(tx, params.id)
        return { ok: true, message: api.translateFor(request, 'tenancy.messages.terms_published'), object }
      }),
    ),
  )
}

async function documents(tx: Tx, instanceId: number): Promise<TermsDocument[]> {
  if (!(await tx.first(sql`select 1 from instance where id = ${instanceId}`))) throw notFound()
  const rows = await tx.run(
    sql<
      Row & { published_by: string | null }
    >`select version, text_en, text_fr, published_at, published_by from terms_document where instance_id = ${instanceId} order by version desc`,
  )
  return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }))
}

async function publish(tx: Tx, instanceId: number, { version, text_en, text_fr }: BodyOf<typeof publishTerms>, now: Date): Promise<void> {
  if (!text_en && !text_fr) throw invalidField('text_en', 'kit.errors.mandatory')
  const current = await tx.first(sql<{ terms_version: number }>`select terms_version from instance where id = ${instanceId} for no key update`)
  if (!current) throw notFound()
  if (version !== undefined && version !== current.terms_version) throw new AppError('STALE', 'kit.errors.stale')
  // Counted over all instances: what somebody accepted elsewhere earlier is never taken for what is published here now.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('vigie terms'))`)
  const newest = await tx.first(sql<{ version: number }>`select max(terms_version) as version from instance`)
  const next = (newest?.version ?? 0) + 1
  await tx.run(sql`insert into terms_document (instance_id, version, text_en, text_fr, published_at, published_by)
    select ${instanceId}, ${next}::int, ${text_en ?? null}, ${text_fr ?? null}, ${now}, email from account where id = ${tx.who.accountId}`)
  await tx.run(sql`update instance set terms_version = ${next}, version = version + 1, updated_at = moment() where id = ${instanceId}`)
  tx.audit({ entity: 'instance', object_id: instanceId, action: 'publish_terms', details: JSON.stringify({ version: next }) })
}
