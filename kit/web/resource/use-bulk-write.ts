import { useState } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { ledOn, versionNow } from '#kit/web/api/save-row.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { AnyRow } from './presentation.ts'

/** A row that keeps what it had, and why. */
export interface RefusedRow {
  readonly row: AnyRow
  readonly reason: string
}

export interface BulkChange {
  readonly changes: Readonly<Record<string, unknown>>
  /** Values for rows in which the field holds nothing. */
  readonly where_empty?: Readonly<Record<string, unknown>>
}

export interface BulkWrite<R = AnyRow> {
  /** Rows that are still to be written. */
  readonly rows: readonly R[]
  readonly refused: readonly RefusedRow[]
  readonly error: string | undefined
  readonly sending: boolean
  /** Writes to all of them, or to none. */
  readonly write: (change: BulkChange) => Promise<void>
  /** Writes the last change to those that were not refused, which then stand alone. */
  readonly leaveOut: () => Promise<void>
  /** Forgets the last refusal, for another try. */
  readonly again: () => void
}

interface Options<R> {
  readonly entity: EntityDef
  readonly rows: readonly R[]
  /** What is left to be written, with which a person goes on; none: all is done, and what was selected stays so. */
  readonly onWritten: (rest: readonly R[]) => void
}

/** Rows with the versions at which they stand. */
type Versions = readonly { readonly id: number; readonly version: number }[]

const recordOf = ({ name }: EntityDef, id: number) => `/${name}/${id}`

/** Whoever changes these rows again has seen what this page made of them, whether they came anew since or not. */
function goOn(entity: EntityDef, before: Versions, after: Versions): void {
  const from = new Map(before.map(({ id, version }) => [id, version]))
  for (const { id, version } of after) ledOn(recordOf(entity, id), from.get(id) ?? version, version)
}

async function undo(entity: EntityDef, ticket: string, rows: Versions): Promise<void> {
  try {
    const { object } = await api.post<ObjectAnswer<{ rows: Versions }>>(`/${entity.name}/bulk/undo`, { undo: ticket })
    goOn(entity, rows, object.rows)
    toast.success(translate('kit.table.undone'))
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await renewed()
  }
}

/** The rows that an answer refuses, by name. */
function refusedBy(error: ApiError, rows: readonly AnyRow[]): RefusedRow[] {
  const byId = new Map(rows.map((row) => [`rows.${row.id}`, row]))
  return Object.entries(error.errors).flatMap(([path, messages]) => {
    const row = byId.get(path)
    return row ? [{ row, reason: [...new Set(messages)].join('. ') }] : []
  })
}

/** One change of several rows: all or none, with one undo; who is refused is named, and the others may then go without them. */
export function useBulkWrite<R>({ entity, rows: selected, onWritten }: Options<R>): BulkWrite<R> {
  const [rows, setRows] = useState(selected as unknown as readonly AnyRow[])
  const [refused, setRefused] = useState<readonly RefusedRow[]>([])
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const [last, setLast] = useState<BulkChange>()

  const send = async (change: BulkChange, written: readonly AnyRow[], rest: readonly RefusedRow[]) => {
    setSending(true)
    setError(undefined)
    try {
      const sent = await Promise.all(written.map(async (row) => ({ id: row.id, version: await versionNow(recordOf(entity, row.id), row) })))
      const { object, message } = await api.put<ObjectAnswer<{ undo: string; count: number; rows: Versions }>>(`/${entity.name}/bulk`, {
        rows: sent,
        ...change,
      })
      goOn(entity, sent, object.rows)
      toast.success(message ?? translate('kit.table.bulk_edited', { count: object.count }), {
        action: { label: translate('kit.actions.undo'), run: () => void undo(entity, object.undo, object.rows) },
      })
      setRows(rest.map(({ row }) => row))
      onWritten(rest.map(({ row }) => row as unknown as R))
    } catch (reason) {
      const found = reason instanceof ApiError ? refusedBy(reason, written) : []
      setRefused([...rest, ...found])
      setError(
        found.length > 0
          ? undefined
          : reason instanceof ApiError
            ? [...new Set([...Object.values(reason.errors).flat(), reason.message])][0]
            : failureText(reason),
      )
    } finally {
      setSending(false)
      await renewed()
    }
  }
  return {
    rows: rows as unknown as readonly R[], // those that were given, or what is left of them
    refused,
    error,
    sending,
    write: (change) => {
      setRefused([])
      setLast(change)
      return send(change, rows, [])
    },
    leaveOut: () => {
      const out = new Set(refused.map(({ row }) => row.id))
      return last
        ? send(
            last,
            rows.filter((row) => !out.has(row.id)),
            refused,
          )
        : Promise.resolve()
    },
    again: () => {
      setRefused([])
      setError(undefined)
    },
  }
}
