import { Readable } from 'node:stream'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { readWorkbookNow, UnreadableSheet } from '#kit/server/sheets/read-sheet.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import { downloadQuestionnaire, maxFileBytes, readQuestionnaireFile } from '#areas/questionnaires/contract/calls.ts'
import { questionsOf } from '#areas/questionnaires/contract/structure.ts'
import { versionOf } from '#areas/questionnaires/server/versions.ts'
import { readJson, readSheets, type ReadFile } from './read.ts'
import { sheetsOf } from './write.ts'

const mimes = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', json: 'application/json' } as const

/** Questionnaires as files, and files read without keeping anything: whoever looked at what they say saves it as any draft. */
export function fileCalls(api: Api, resources: Resources): void {
  api.addRaw(operationOf(downloadQuestionnaire, 'questionnaire'), async ({ request, reply, params, query }) => {
    const { format, edition }: { format: keyof typeof mimes; edition?: number } = query
    const { row, version } = await api.inSession(request, async (tx) => ({
      row: await getRow(tx, authorize(tx.who, 'questionnaire.read'), resourceOf(resources, 'questionnaire'), resources, params.id),
      version: await versionOf(tx, params.id, edition),
    }))
    const name = `${String(row.identifier)} ${String(row.name ?? '')} v${version.edition}.${format}`.replaceAll(/\s+/g, ' ')
    const say = (key: string) => api.translateFor(request, `questionnaires.${key}`)
    const { structure } = version
    const { identifier, name_en, name_fr, description_en, description_fr, usage } = row
    const content =
      format === 'json'
        ? Readable.from([
            JSON.stringify(
              { format: 'vigie-questionnaire', questionnaire: { identifier, name_en, name_fr, description_en, description_fr, usage }, structure },
              null,
              2,
            ),
          ])
        : Readable.from(xlsx(sheetsOf(structure, say)))
    return sendFile(reply, { name, mime: mimes[format] }).send(content)
  })

  api.addRaw(operationOf(readQuestionnaireFile, 'questionnaire'), async ({ request, params }) => {
    const customer = await api.inSession(request, async (tx) => {
      await getRow(tx, authorize(tx.who, 'questionnaire.write'), resourceOf(resources, 'questionnaire'), resources, params.id)
      return tx.customerId
    })
    const { name, bytes } = await readUpload(request, maxFileBytes)
    const { problems, structure } = await contentOf(customer, name, bytes)
    return {
      ok: true,
      object: {
        problems: problems.map(({ sheet, line, code, values }) => ({
          sheet: sheet && api.translateFor(request, `questionnaires.file.sheets.${sheet}`),
          line,
          message: api.translateFor(request, `questionnaires.file.problems.${code}`, values && { ...values }),
        })),
        structure,
        sections: structure?.sections.length ?? 0,
        questions: structure ? questionsOf(structure).length : 0,
        conditions: structure
          ? structure.sections.flatMap((one) => [one, ...one.questions]).reduce((sum, { conditions }) => sum + conditions.flat().length, 0)
          : 0,
      },
    }
  })
}

async function contentOf(customer: number, name: string, bytes: Buffer): Promise<ReadFile> {
  if (name.toLowerCase().endsWith('.json')) return readJson(bytes.toString('utf8'))
  try {
    return readSheets(await readWorkbookNow(customer, bytes))
  } catch (error) {
    if (error instanceof UnreadableSheet) return { problems: [{ sheet: null, line: null, code: 'unreadable' }], structure: null }
    throw error
  }
}
