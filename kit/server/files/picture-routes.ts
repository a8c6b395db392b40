import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { readUpload } from './read-upload.ts'
import { redrawPicture, type Redrawn } from './redraw-picture.ts'
import { contentOf } from './upload.ts'

/** Of a picture before it is drawn anew. */
export const maxPictureBytes = 5 * 1024 * 1024
/** Pixels of a text's picture on its longer side. */
const longest = 1600
const perHour = 60

/** Where a picture is shown from. */
export const pictureAddress = (id: string) => `/api/picture/${id}`

/** Keeps a drawn picture; answers its id, which nobody guesses. An organisation has one logo: another takes its place. */
export async function insertPicture(tx: Tx, kind: 'LOGO' | 'TEXT', { bytes, mime }: Redrawn): Promise<string> {
  if (kind === 'LOGO') await tx.run(sql`delete from picture where customer_id = ${tx.customerId} and kind = 'LOGO'`)
  const row = await tx.first(sql<{ id: string }>`insert into picture (customer_id, kind, mime, content, created_by)
    values (${tx.customerId}, ${kind}, ${mime}, ${bytes}, ${tx.who.memberId}) returning id`)
  if (!row) throw new Error('A picture was not written')
  tx.audit({ entity: 'picture', object_id: null, action: 'create', details: JSON.stringify({ id: row.id, kind, size: bytes.length }) })
  return row.id
}

export interface Shown {
  readonly mime: string
  readonly content: Buffer
}

/** Sends a picture, whose address is another when it is: as nothing but a picture. Throws NOT_FOUND without one. */
export function showPicture(reply: FastifyReply, found: Shown | undefined): FastifyReply {
  if (!found) throw notFound()
  return reply
    .type(found.mime)
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(found.content)
}

/** `POST /picture` for the pictures of texts (FIL-19) and `GET /picture/{id}` for whoever is signed in to the organisation and knows the id. */
export function pictureRoutes(api: Api): void {
  api.addRaw(
    {
      method: 'POST',
      path: '/picture',
      tag: 'file',
      summary: 'Upload one picture for a text',
      access: 'session',
      upload: { maxBytes: maxPictureBytes },
      named: true,
      answer: objectAnswer(z.object({ id: z.uuid(), url: z.string() })),
    },
    async ({ request, named }) => {
      const who = await api.inSession(request, async (tx) => tx.who)
      await consume(api.ports.db, `picture:${who.customerId}:${who.memberId}`, perHour, 3600)
      const { name, bytes } = await readUpload(request, maxPictureBytes)
      const drawn = await redrawPicture(bytes, longest)
      if (!drawn) throw invalidField('file', 'kit.errors.picture')
      const content = contentOf({ name, sha256: createHash('sha256').update(bytes).digest('hex') })
      return api.inSession(request, (tx) =>
        once(tx, named(content), async () => {
          const id = await insertPicture(tx, 'TEXT', drawn)
          return { ok: true, object: { id, url: pictureAddress(id) } }
        }),
      )
    },
  )

  api.addRaw(
    {
      method: 'GET',
      path: '/picture/{id}',
      tag: 'file',
      summary: 'Show one picture',
      access: 'session',
      params: z.object({ id: z.uuid() }),
      embedded: true,
      download: true,
      answer: z.unknown(),
    },
    async ({ request, reply, params }) => {
      const found = await api.inSession(
        request,
        (tx) => tx.first(sql<Shown>`select mime, content from picture where customer_id = ${tx.customerId} and id = ${String(params.id)}::uuid`),
        { embedded: true },
      )
      return showPicture(reply, found)
    },
  )
}
