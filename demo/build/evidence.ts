import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { keptFiles } from '#demo/content/evidence.ts'
import type { Text } from '#demo/content/types.ts'
import { insertFile, keepFile } from '#kit/server/files/file-row.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

interface Proof {
  readonly action: number
  readonly url: string
  readonly name: Text
  /** Days from today. */
  readonly since: number
}

/** Days from today on which some of what proves actions ends: most holds without end, some ends soon, some has ended. */
const ends: readonly number[] = [-40, 4, 160, -8, 9, 240, 12, 75, 320, 26]

/** What an action shows is known in both languages, and some of it holds for a time. */
export async function nameEvidence(session: Session, { action, url, name, since }: Proof): Promise<void> {
  const { customerId } = session.site
  const found = await session.tx.first(sql<{
    id: number
  }>`select e.id from remediation__evidences l join evidence e on e.customer_id = l.customer_id and e.id = l.target_id
    where l.customer_id = ${customerId} and l.owner_id = ${action} and e.url = ${url}`)
  const end = found && ends[found.id % (ends.length * 2)]
  // Not all on the same days.
  const until = found && end !== undefined ? end + (Math.floor(found.id / 20) % 6) : undefined
  if (found)
    await session.update('evidence', found.id, {
      ...inBoth('name', name),
      ...(until !== undefined && until > since && { valid_until: session.site.dateAt(until) }),
    })
}

/** Evidence that is files, kept by whoever is in charge of it. */
export function evidenceOf(site: Site): Happening[] {
  if (!site.ground.storage) return []
  return keptFiles.flatMap(({ name, file, lines, owner, perimeter, since, until, renewed }): Happening[] => {
    const by = site.person(owner)
    if (!by) return []
    const key = `${owner} ${name.en}`
    const content = lines.map((line) => site.translate(line)).join('\n')
    const made: Happening = {
      day: since,
      what: 'keep',
      by,
      run: async (session) =>
        session.create('evidence', key, {
          ...inBoth('name', name),
          effective_date: site.dateAt(since),
          ...(perimeter && { perimeter: site.id('perimeter', perimeter) }),
          ...(until !== null && { valid_until: site.dateAt(until) }),
          files: [await upload(session, file, content)],
        }),
    }
    if (renewed === undefined) return [made]
    return [
      made,
      {
        day: renewed,
        what: 'keep',
        by,
        run: async (session) =>
          session.update('evidence', site.id('evidence', key), {
            files: [await upload(session, file, `${content}\n${site.dateAt(renewed)}`)],
            effective_date: site.dateAt(renewed),
            change_reason: site.translate({ en: 'Yearly update', fr: 'Mise à jour annuelle' }),
          }),
      },
    ]
  })
}

/** What a person sends from their desk. */
async function upload(session: Session, name: string, content: string): Promise<number> {
  const { storage } = session.site.ground
  if (!storage) throw new Error('There is nowhere to keep files')
  const path = await storage.temporary()
  const bytes = Buffer.from(content)
  await writeFile(path, bytes)
  const sent = { name, path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const { id } = await keepFile(storage, session.site.customerId, sent, (storageKey) =>
    insertFile(session.tx, { upload: sent, mime: name.endsWith('.csv') ? 'text/csv' : 'text/plain', storageKey, uploadedBy: session.tx.who.memberId }),
  )
  return id
}
