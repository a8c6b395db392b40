import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityDef, InputOf, RowBase, RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer, PageAnswer } from '#kit/contract/envelope.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import type { Query } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { translate, translateIfKnown } from '#kit/web/i18n/words.ts'
import { tellRefusal } from '#kit/web/lead-to.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { confirmRows } from './confirm-rows.ts'
import { presentationOf, type AnyRow } from './presentation.ts'
import { throttled } from './throttle.ts'

export interface PageBody {
  readonly queryParams: ListQuery
  readonly page: number
}

/** The query of one page, for `useQuery` and `useQueries`. */
export const pageQueryOf = <Row = AnyRow>(entity: EntityDef, body: PageBody, params: Query) => ({
  queryKey: [entity.name, 'page', params, body],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.post<PageAnswer<Row>>(`/${entity.name}/page`, body, { query: params, signal }),
  placeholderData: keepPreviousData,
  // What a page is for: refused, there is nothing to show but that (NAV-10).
  meta: { essential: true },
})

/** One page of a list; the rows of the page before stay until the new ones are here, and late answers are dropped (TBL-02). */
export const usePage = <E extends EntityDef>(entity: E, body: PageBody, params: Query) => useQuery(pageQueryOf<RowOf<E>>(entity, body, params))

/** One row, and whether rows that name it may be asked for. */
type RecordAnswer<Row> = ObjectAnswer<Row> & { readonly linkable?: boolean }

/** What goes along with a call that is asked of the end of a day. */
export const asOfCall = (asOf: string | undefined): { readonly query?: Query } => (asOf ? { query: { as_of: asOf } } : {})

/** The query of one row, for `useQuery` and `useQueries`. */
export const recordQueryOf = <Row = AnyRow>(entity: string, id: RowId | undefined, asOf?: string) => ({
  queryKey: [entity, 'record', id, ...(asOf ? [asOf] : [])],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<RecordAnswer<Row>>(`/${entity}/${id}`, { signal, ...asOfCall(asOf) }),
})

/** One row, whole; as it stood at the end of a day when one is given. */
export const useRecord = <E extends EntityDef>(entity: E, id: RowId | undefined, asOf?: string) =>
  useQuery({
    ...recordQueryOf<RowOf<E>>(entity.name, id, asOf),
    enabled: id !== undefined,
    select: (answer) => answer.object,
  })

/** Whether other objects can name a row and so be listed with it, known with the row itself. */
export const useLinkable = (entity: EntityDef, id: RowId | undefined, asOf?: string): boolean =>
  useQuery({ ...recordQueryOf(entity.name, id, asOf), enabled: id !== undefined, select: ({ linkable }) => linkable === true }).data ?? false

/** Sends the new values of a row against the version it was read with; a function makes them of the row as this page's former writes left it. Says what went wrong and throws it on. */
export async function updateRow<E extends EntityDef>(
  entity: E,
  row: RowBase,
  changes: Readonly<InputOf<E>> | ((latest: RowOf<E>) => Readonly<InputOf<E>>),
): Promise<RowBase> {
  try {
    const { object } = await saveRow<RowBase>(`/${entity.name}/${row.id}`, row, changes as Parameters<typeof saveRow<RowBase>>[2])
    await renewed()
    return object
  } catch (reason) {
    tellRefusal(reason)
    // Shown as it was before somebody tried.
    await invalidate(entity.name)
    throw reason
  }
}

/** Where a row is changed: an id with a letter (`r12`) belongs to the entity that its row names (TBL-04, TBL-05). */
export const rowAddress = (entity: EntityDef, row: Pick<AnyRow, 'entity'> & { readonly id: RowId }): string =>
  typeof row.id === 'number' ? `/${entity.name}/${row.id}` : `/${row.entity}/${row.id.replace(/^[a-z]/, '')}`

/** The server's own words for a refusal, else `otherwise`: nothing better is known of a failure. */
const refusalText = (reason: unknown, otherwise: string): string =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500 ? reason.message : otherwise

/** What goes with the rows of an entity when they are deleted, in its area's own words (TBL-25). */
const removalOf = (entity: EntityDef): string | undefined => translateIfKnown(`${entity.area}.entities.${entity.name}.removal`)

const askRemoval = (entity: EntityDef, row: AnyRow) =>
  confirmRows(entity, [row], {
    verb: translate('kit.actions.delete'),
    message: removalOf(entity) ?? translate('kit.confirm.delete_one'),
    danger: true,
  })

/** Asks, then deletes one row; nothing happens when the same was asked within the last second (TBL-22, TBL-23). */
export const removeRow = throttled(1000, (entity: EntityDef, row: AnyRow, done?: () => void) => {
  void (async () => {
    const ask = presentationOf(entity).askRemoval ?? (() => askRemoval(entity, row))
    if (!(await ask(row))) return
    await remove(() => api.del<{ message?: string }>(rowAddress(entity, row)), translate('kit.record.deleted'), done)
  })()
})

/** Asks, then copies one row; `done` is told the id of the copy. Throttled like deleting (TBL-22). */
export const copyRow = throttled(1000, (entity: EntityDef, row: AnyRow, done: (id: number) => void) => {
  void (async () => {
    const question = { verb: translate('kit.actions.copy'), message: translate('kit.confirm.fork'), confirm: translate('kit.yes'), cancel: translate('kit.no') }
    if (!(await confirmRows(entity, [row], question))) return
    try {
      const { message, object } = await api.post<ObjectAnswer<AnyRow>>(`/${entity.name}/fork`, { id: row.id })
      toast.success(message ?? '')
      await renewed()
      done(object.id)
    } catch (reason) {
      toast.error(refusalText(reason, translate('kit.errors.fork_failed')))
    }
  })()
})

/** Puts one of two neighbours before the other in the manual order (TBL-29). */
export async function placeBefore(entity: EntityDef, row: { readonly id: RowId }, next: { readonly id: RowId }): Promise<void> {
  try {
    await api.put(`/${entity.name}/order`, { ids: [row.id, next.id] })
  } catch (reason) {
    toast.error(refusalText(reason, translate('kit.errors.reordering_failed')))
    await invalidate(entity.name)
  }
  await renewed()
}

/** Asks, then deletes the selected rows; `done` is called however that ends, so that nothing stays selected (TBL-28). */
export const removeRows = throttled(1000, (entity: EntityDef, rows: readonly AnyRow[], done: () => void) => {
  void (async () => {
    const message = [translate('kit.confirm.delete_many'), removalOf(entity)].filter(Boolean).join('. ')
    if (!(await confirmRows(entity, rows, { verb: translate('kit.actions.delete'), message, danger: true }))) return
    const ids = rows.map((row) => row.id)
    await remove(
      () => api.post<{ message?: string }>(`/${entity.name}/bulk_delete`, { ids }),
      translate('kit.table.bulk_deleted', { count: ids.length }),
      undefined,
    )
    done()
  })()
})

async function remove(send: () => Promise<{ message?: string }>, fallback: string, done: (() => void) | undefined) {
  try {
    const { message } = await send()
    toast.success(message ?? fallback)
    done?.()
  } catch (reason) {
    tellRefusal(reason, refusalText(reason, translate('kit.errors.occured')))
  } finally {
    await renewed()
  }
}

/** Which rows and columns an export holds; without ids all that match. */
interface ExportedPart {
  readonly ids?: readonly RowId[]
  /** In this order. */
  readonly columns?: readonly string[]
  /** All that a file can bring back in, instead of columns. */
  readonly whole?: true
}

/** Exports the rows that match, or only those named, and downloads the file once it is made (TBL-43). */
export const exportRows = (entity: Pick<EntityDef, 'name'>, body: PageBody, params: Query, what: ExportedPart): Promise<void> =>
  fetchExport(() =>
    api.post<ObjectAnswer<{ job_id: string | number }>>(`/${entity.name}/export`, { queryParams: body.queryParams, ...what }, { query: params }),
  )
