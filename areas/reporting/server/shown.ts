import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Asked } from '#kit/server/http/askers.ts'
import { ReadyAnswers, sendReady, type ReadyAnswer } from '#kit/server/http/ready-answers.ts'
import type { ShownDashboard } from '#areas/reporting/contract/calls.ts'
import { dashboardResource } from './dashboard.ts'
import { mayShare } from './links.ts'
import { lanesOfRequests, named, type Reading, type Sources } from './tell-blocks.ts'
import { frozenOf, versionsOf } from './versions.ts'

/** Readers of dashboards of whom it is known what they are shown, and the most bytes of what that is. */
const [mostReaders, mostBytes] = [5000, 32 * 2 ** 20]

interface Shown {
  readonly seq: number
  readonly answer: ReadyAnswer
}

/** What somebody asks to be shown, and how. */
interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly asked: () => Promise<Asked>
  readonly inSession: Reading
  readonly id: number
  readonly number: number | null
}

/**
 * Published versions as the bytes that are sent. Who asks, and that nothing of the organisation has been written since, is read from the database each time, so that whoever
 * loses a right loses it at once on every server; only the answer itself is held.
 */
export class ShownVersions {
  #api: Api
  #resources: Resources
  #sources: Sources
  #shown = new Remembered<Shown>(mostReaders)
  #answers = new ReadyAnswers(mostBytes)

  constructor(api: Api, resources: Resources, sources: Sources) {
    this.#api = api
    this.#resources = resources
    this.#sources = sources
  }

  async send({ request, reply, asked, inSession, id, number }: Asking): Promise<unknown> {
    const { who, seq } = await asked()
    authorize(who, 'dashboard.read')
    const reader = readerOf(who)
    const key = `${reader} ${id} ${number ?? 'last'}`
    const known = this.#shown.get(key)
    if (known && known.seq === seq && this.#answers.holds(known.answer)) return sendReady(request, reply, known.answer)
    const told = await this.#tell(inSession, id, number)
    const answer = this.#answers.of(JSON.stringify({ ok: true, object: told.object }))
    // Whoever is somebody else by now was told what is theirs; a version that is on its way tells how far it is, which nobody audits.
    if (told.reader === reader && !told.object.computing && told.object.versions.every(({ state }) => state !== 'COMPUTING'))
      this.#shown.keep(key, { seq, answer })
    return sendReady(request, reply, answer)
  }

  async #tell(inSession: Reading, id: number, number: number | null): Promise<{ readonly reader: string; readonly object: ShownDashboard }> {
    const api = this.#api
    const { who, row, versions, shares } = await inSession(async (tx) => {
      const row = await getRow(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, this.#resources, id)
      const [versions, shares] = await Promise.all([versionsOf(tx, id), mayShare(tx, id)])
      return { who: tx.who, row, versions, shares }
    })
    const kept = await frozenOf(inSession, { api, resources: this.#resources, sources: this.#sources, lanes: lanesOfRequests }, id, number)
    return {
      reader: readerOf(who),
      object: {
        id: row.id,
        identifier: row.identifier as string,
        name: (row.name ?? row.identifier) as string,
        description: row.description as string | null,
        perimeter: kept ? kept.perimeter : ((row.perimeter as { readonly name: string } | null)?.name ?? null),
        frozen: kept && { number: kept.number, at: kept.at, by: kept.by, note: kept.note, layout: kept.layout, blocks: named(api, kept.blocks, who) },
        versions,
        edit_right: row.edit_right === true,
        share_right: row.edit_right === true && shares === true,
        is_home: row.is_home === true,
        computing: row.computing === true,
      },
    }
  }
}

const digests = new WeakMap<ReadonlySet<string>, string>()

/** Sets of rights are shared by those who hold the same roles. */
function digestOf(rights: ReadonlySet<string>): string {
  const known = digests.get(rights)
  if (known !== undefined) return known
  const digest = createHash('sha256')
    .update([...rights].toSorted().join(' '))
    .digest('base64url')
  digests.set(rights, digest)
  return digest
}

/** All of somebody that what they are shown follows from. */
function readerOf(who: Who): string {
  const { customerId, memberId, lang, timeZone, roles, groupIds, perimeterIds, tagIds, rights, session } = who
  return [customerId, memberId, lang, timeZone, session?.mode, roles.join('+'), groupIds, perimeterIds, tagIds, digestOf(rights)].join(' ')
}
