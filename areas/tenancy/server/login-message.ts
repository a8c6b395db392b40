import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BodyOf, Call } from '#kit/contract/call.ts'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { redrawPicture } from '#kit/server/files/redraw-picture.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import {
  loginImage,
  maxLogoBytes,
  readLoginLogo,
  readLoginMessage,
  removeLoginLogo,
  uploadLoginLogo,
  writeLoginMessage,
  type LoginMessage,
} from '#areas/tenancy/contract/login-message.ts'
import { asStaff } from './as-staff.ts'

interface Kept extends Omit<LoginMessage, 'logo'> {
  readonly logo_hash: string | null
}

interface Picture {
  readonly logo: Buffer
  readonly logo_mime: string
  readonly logo_hash: string
}

/** Pixels: twice what the panel beside the form is wide. */
const longestSide = 1600

const addressOf = (hash: string | null) => (hash === null ? null : `/api/login_message/image/1?v=${hash}`)

/** What the sign-in page shows beside its form: read by everybody, without a session, written by the provider's administrators (ACC-20 … ACC-23, ADM-31). */
export function loginMessageCalls(api: Api): void {
  const { db } = api.ports

  api.addRaw(operationOf(readLoginMessage, 'login_message'), async ({ request, reply }) => {
    const [row] = await db.alone<{ message: Kept & Readonly<Record<'id' | 'logo_mime' | 'updated_at', unknown>> }>('select message from read_login_message()')
    if (!row) throw notFound()
    const { id: _, logo_mime: __, updated_at: ___, ...message } = row.message
    const object = shown(message)
    return unchanged(request, reply, `"${object.version}"`) ? reply.code(304).send() : { ok: true, object }
  })

  api.addRaw(operationOf(readLoginLogo, 'login_message'), async () => ({ ok: true, url: addressOf((await picture(api))?.logo_hash ?? null) }))

  api.addRaw(operationOf(loginImage, 'login_message'), async ({ request, reply }) => {
    const found = await picture(api)
    if (!found) throw notFound()
    if (unchanged(request, reply, `"${found.logo_hash}"`)) return reply.code(304).send()
    return reply
      .type(found.logo_mime)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.logo)
  })

  api.addRaw(operationOf(writeLoginMessage, 'login_message'), async ({ request, body }) => {
    const { version, ...given }: BodyOf<typeof writeLoginMessage> = body
    return change(api, request, writeLoginMessage, version, given)
  })

  api.addRaw(operationOf(uploadLoginLogo, 'login_message'), async ({ request }) => {
    await asStaff(api, request, uploadLoginLogo, async () => {})
    const { bytes } = await readUpload(request, maxLogoBytes)
    const drawn = await redrawPicture(bytes, longestSide)
    if (!drawn) throw invalidField('file', 'tenancy.errors.picture')
    return change(api, request, uploadLoginLogo, undefined, {
      logo: drawn.bytes,
      logo_mime: drawn.mime,
      logo_hash: createHash('sha256').update(drawn.bytes).digest('hex').slice(0, 32),
    })
  })

  api.addRaw(operationOf(removeLoginLogo, 'login_message'), async ({ request }) =>
    change(api, request, removeLoginLogo, undefined, { logo: null, logo_mime: null, logo_hash: null }),
  )
}

async function picture(api: Api): Promise<Picture | undefined> {
  return (await api.ports.db.alone<Picture>('select * from read_login_logo()'))[0]
}

/** Browsers keep it and ask each time whether it is still so: what was just changed shows at once. */
function unchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('cache-control', 'no-cache').header('etag', tag)
  return request.headers['if-none-match'] === tag
}

const shown = ({ logo_hash: hash, ...row }: Kept): LoginMessage => ({ ...row, logo: addressOf(hash) })

const read = async (tx: Tx): Promise<LoginMessage> => {
  const row = await tx.first(sql<Kept>`select title_en, title_fr, content_en, content_fr, label_button_en, label_button_fr, link_id_en, link_id_fr,
    background_color_en, background_color_fr, logo_hash, version from login_message where id = 1 for update`)
  if (!row) throw notFound()
  return shown(row)
}

async function change(api: Api, request: FastifyRequest, call: Pick<Call, 'right'>, version: number | undefined, given: Readonly<Record<string, unknown>>) {
  return asStaff(api, request, call, async (tx) => {
    const current = await read(tx)
    if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: current })
    const set = Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    if (set.length > 0) {
      await tx.run(sql`update login_message set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = moment()`])} where id = 1`)
      tx.audit({
        entity: 'login_message',
        object_id: 1,
        action: 'update',
        version: current.version + 1,
        details: JSON.stringify({ fields: Object.keys(given) }),
      })
    }
    return { ok: true, message: api.translateFor(request, 'kit.messages.saved'), object: await read(tx) }
  })
}
