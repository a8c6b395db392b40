import { fileSchema } from '#kit/contract/row-schema.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { receiveFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { maxFileBytes } from '#kit/server/files/upload.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'
import type { AddPublic } from '#areas/programs/server/let-in.ts'

/** `POST /<type>/files` of what holds files: the file that comes is the key's until a row names it. By the same rules as people's. */
export function fileRoute(add: AddPublic, { type, resource, creates, updates }: ExposedType, storage: FileStorage): void {
  const { fields, rights } = resource.def
  const holds = Object.values(fields).some(({ kind, options }) => kind === 'files' && options.by !== 'server')
  const verb = creates ? 'create' : 'update'
  const access = rights[verb]
  if (!holds || !(creates || updates) || access === null) return
  add(
    { type, verb: 'write', answers: 201 },
    {
      method: 'POST',
      path: `/${type}/files`,
      tag: type,
      summary: `Upload a file for ${type}: name its id in the row within a day`,
      access,
      upload: { maxBytes: maxFileBytes },
      named: true,
      answer: fileSchema,
    },
    async ({ request, reply, named, inSession }) => {
      // Before a byte is received.
      const { customerId } = await inSession(async (tx) => authorizeVerb(tx, resource, verb).who)
      void reply.code(201)
      return receiveFile({ request, named, inSession }, storage, customerId, (file) => ({ ...file }))
    },
  )
}
