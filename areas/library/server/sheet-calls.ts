import { sql } from 'kysely'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { FairPlaces, NoPlace } from '#kit/server/data/database/fair-places.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { renderMessage } from '#kit/server/sheets/stored-message.ts'
import { maxLibraryBytes } from '#areas/library/contract/calls.ts'
import { lookAtSheet, sheetChoice, type LookedAtSheets, type SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import { LibraryError } from './format/library-error.ts'
import { ApartReader, parseApart } from './format/parse-apart.ts'
import { suggestedColumns } from './format/workbook/chosen-columns.ts'
import type { LookedAtWorkbook } from './format/workbook/parse-workbook.ts'
import { faultLines } from './report-lines.ts'
import { shapeOf } from './sheet-choices.ts'

/** Files looked at while somebody waits: whoever sends many at once leaves places for other organisations. */
const places = new FairPlaces({ places: 2, share: 1, queue: 20, patience: 20_000 })
/** Of a tree, which is looked at and not worked on. */
const mostShown = 200

/** A choice as an address carries it. */
export function choiceOf(text: string | undefined): SheetChoice | null {
  if (text === undefined) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badParameters()
  }
  const { success, data } = sheetChoice.safeParse(value)
  if (!success) throw badParameters()
  return data
}

/** Sheets of any form, looked at before their columns are chosen and while they are. */
export function sheetCalls(api: Api): void {
  const { translate } = api.ports
  api.addRaw(operationOf(lookAtSheet, 'library'), async ({ request, reply, query }) => {
    const { columns }: { columns?: string } = query
    const who = await api.inSession(request, async (tx) => {
      authorize(tx.who, 'library.import')
      return { customerId: tx.customerId, lang: tx.who.lang }
    })
    const choice = choiceOf(columns)
    const { bytes } = await readUpload(request, maxLibraryBytes)
    // Whoever chooses on has asked again: nobody reads the answer.
    const gone = new AbortController()
    reply.raw.once('close', () => reply.raw.writableEnded || gone.abort())
    const leave = await places.enter(who.customerId, gone.signal).catch((error: unknown) => {
      throw error instanceof NoPlace ? new AppError('BUSY', 'kit.errors.busy', { cause: error }) : error
    })
    try {
      // Whoever chooses columns has seen the sheets.
      const looked: LookedAtWorkbook | { readonly faults: readonly string[] } = choice === null ? await lookedAt(bytes) : { form: false, sheets: [] }
      const told = 'faults' in looked ? looked : choice === null ? null : await treeOf(bytes, choice)
      const sheets = 'faults' in looked ? [] : looked.sheets
      const shapes = sheets.map(({ headings }) => shapeOf(headings))
      const known = await api.inSession(request, async (tx) =>
        tx.run(
          sql<{
            shape: string
            choice: Omit<SheetChoice, 'shape'>
          }>`select shape, choice from sheet_choice where customer_id = ${tx.customerId} and shape = any(${shapes}::text[])`,
        ),
      )
      const object: LookedAtSheets = {
        form: !('faults' in looked) && looked.form,
        sheets: sheets.map(({ name, headings, lines, sample }, n) => {
          const shape = shapes[n] ?? ''
          const before = known.find((one) => one.shape === shape)?.choice
          const first: SheetChoice = { shape, sheet: name, columns: suggestedColumns(headings), identifier: '', name: '', language: who.lang, version: 1 }
          return {
            name,
            headings: [...headings],
            lines,
            sample: sample.map((row) => [...row]),
            choice: before ? { ...before, shape, sheet: name, version: before.version + 1 } : first,
            remembered: before !== undefined,
          }
        }),
        tree: told && 'tree' in told ? told.tree : [],
        requirements: told && 'tree' in told ? told.requirements : 0,
        faults: (told && 'faults' in told ? told.faults : []).map((error) => ({ message: error })),
      }
      return { ok: true, object }

      async function lookedAt(content: Buffer): Promise<LookedAtWorkbook | { readonly faults: readonly string[] }> {
        const reader = new ApartReader<LookedAtWorkbook>(new URL('./format/look-process.ts', import.meta.url))
        try {
          return await reader.read(content)
        } catch (error) {
          return { faults: said(error) }
        } finally {
          reader.end()
        }
      }

      async function treeOf(
        content: Buffer,
        chosen: SheetChoice,
      ): Promise<Pick<LookedAtSheets, 'tree' | 'requirements'> | { readonly faults: readonly string[] }> {
        try {
          const { frameworks, counts } = await parseApart(content, {}, chosen)
          const tree = (frameworks[0]?.nodes ?? []).slice(0, mostShown).map(({ depth, ref_id, display_name, assessable, weight }) => ({
            depth,
            reference: ref_id,
            name: (display_name.en ?? display_name.fr ?? '').slice(0, 200),
            requirement: assessable,
            weight,
          }))
          return { tree, requirements: counts.requirements }
        } catch (error) {
          return { faults: said(error) }
        }
      }
    } finally {
      leave()
    }

    function said(error: unknown): string[] {
      if (!(error instanceof LibraryError)) throw error
      return faultLines(error).map(({ message }) => renderMessage(translate, message, who.lang))
    }
  })
}
