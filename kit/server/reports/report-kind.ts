import type { z } from 'zod'
import type { ReportDocument } from '#kit/contract/report.ts'
import type { Right } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'

export interface ReportContext<A = never> {
  readonly api: Api
  readonly tx: Tx
  readonly resources: Resources
  /** Who asked, with the rights that they had then. */
  readonly who: Who
  /** The row that the report is about; who asked could read it then. 0: it is about no row. */
  readonly id: number
  readonly asked: A
  /** The day of whose end all of it is to be, where its kind says `asOf`; null for now. */
  readonly asOf: string | null
  readonly translate: (key: string, values?: Record<string, string | number>) => string
  /** A page of the product, as a link that works outside of it. */
  readonly linkTo: (path: string) => string
}

/** What a report of several transactions is made from, each read as who asked. */
export interface ReportReading<A = never> extends Pick<ReportContext<A>, 'api' | 'resources' | 'id' | 'asked' | 'translate' | 'linkTo'> {
  readonly read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A report about a row of an entity: `POST /<entity>/{id}/<name>_report` asks for it; one about no row is asked for by a call of its own (`askReport`). */
export interface ReportKind<A = never> {
  /** Unique among all reports. */
  readonly name: string
  readonly entity: string
  /** It is about no row: a call of its area asks for it. */
  readonly rowless?: true
  /** Beside the right to read the entity. */
  readonly right: Right
  /** Its title in the API document, English, imperative. */
  readonly summary: string
  /** What may be chosen besides the format, each with a default. */
  readonly asked: z.ZodObject
  /** It can be made of a day gone by, which its cover and the file's name tell. */
  readonly asOf?: true
  /** Throws when what is chosen cannot be. */
  readonly check?: (asked: A, resources: Resources) => void
  /** Whether what is chosen is there, of a row that who asks may read: refused at once, since a job would only fail. */
  readonly has?: (tx: Tx, id: number, asked: A) => Promise<boolean>
  /** Reads what the report says, in one transaction as who asked; `null` when the row is gone. */
  readonly compose: (context: ReportContext<A>) => Promise<ReportDocument | null>
  /** In place of `compose`, of one that reads in several transactions, such as of several days gone by. */
  readonly composeApart?: (reading: ReportReading<A>) => Promise<ReportDocument | null>
}

/** Declares a report with what may be chosen of it. */
export const defineReport = <const S extends z.ZodObject>(kind: Omit<ReportKind<z.output<S>>, 'asked'> & { readonly asked: S }): ReportKind =>
  // A report is only ever composed with what its own schema read.
  kind

/** Declares a report that reads in several transactions. */
export const defineReportApart = <const S extends z.ZodObject>(
  kind: Omit<ReportKind<z.output<S>>, 'asked' | 'compose' | 'composeApart'> & {
    readonly asked: S
    readonly composeApart: NonNullable<ReportKind<z.output<S>>['composeApart']>
  },
): ReportKind => defineReport({ ...kind, compose: () => Promise.reject(new Error(`The report ${kind.name} is read apart`)) })
