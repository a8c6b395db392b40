import { useState } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
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
  /** Rows that could not be written stay selected. */
  readonly onWritten: (rest: readonly R[]) => void
}

async function undo(entity: EntityDef, ticket: string): Promise<void> {
  try {
    await api.post(`/${entity.name}/bulk/undo`, { undo: ticket })
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
      const { object, message } = await api.put<ObjectAnswer<{ undo: string; count: number }>>(`/${entity.name}/bulk`, {
        rows: written.map(({ id, version }) => ({ id, version })),
        ...change,
      })
      toast.success(message ?? translate('kit.table.bulk_edited', { count: object.count }), {
        action: { label: translate('kit.actions.undo'), run: () => void undo(entity, object.undo) },
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
