import type { Language } from './catalogue.ts'
import { palette } from './tone.ts'

export const reportFormats = ['pdf', 'docx'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportTones = ['success', 'warning', 'danger', 'info', 'neutral'] as const
export type ReportTone = (typeof reportTones)[number]

/** A tone, or a colour that an organisation gave a level of its scale. */
export type ReportTint = ReportTone | `#${string}`

const toneNames: Readonly<Record<string, ReportTone>> = {
  [palette.ok]: 'success',
  [palette.warn]: 'warning',
  [palette.bad]: 'danger',
  [palette.mute]: 'neutral',
  [palette.ink]: 'neutral',
}

/** A colour as screens draw it, as documents do. */
export const tintOf = (color: string | null | undefined): ReportTint | undefined =>
  color ? (toneNames[color.toLowerCase()] ?? (/^#[0-9a-f]{6}$/i.test(color) ? (color.toLowerCase() as `#${string}`) : undefined)) : undefined

/** Words that stand in one line: plain text whatever it holds, a badge with a tone, a link with a web or mail address. */
export interface ReportText {
  readonly text: string
  readonly href?: string
  readonly badge?: ReportTint | undefined
  readonly strong?: boolean
  readonly soft?: boolean
}
/** The lines of a cell. */
export type ReportCell = readonly (readonly ReportText[])[]

export interface ReportColumn {
  readonly label: string
  /** Its part of the table's width; a badge needs an eighth of it, or its word breaks. */
  readonly width: number
  readonly align?: 'end'
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: readonly ReportText[] }
  /** As people write it in the product. */
  | { readonly kind: 'markdown'; readonly text: string }
  /** Figures side by side, five at most. */
  | { readonly kind: 'figures'; readonly items: readonly { readonly label: string; readonly value: string; readonly tone?: ReportTint | undefined }[] }
  | { readonly kind: 'table'; readonly columns: readonly ReportColumn[]; readonly rows: readonly (readonly ReportCell[])[] }
  /** What ECharts draws of `option`; `alt` says it to who does not see it. */
  | { readonly kind: 'chart'; readonly option: Readonly<Record<string, unknown>>; readonly height: number; readonly alt: string }
  | { readonly kind: 'picture'; readonly picture: ReportPicture; readonly width: number; readonly alt: string }

export interface ReportPicture {
  readonly bytes: Uint8Array
  readonly mime: 'image/png' | 'image/jpeg'
}

/** A document said once, from which Word and PDF are made. */
export interface ReportDocument {
  readonly lang: Language
  readonly title: string
  readonly subtitle: string | null
  readonly organisation: string
  readonly logo?: ReportPicture
  /** As people write it. */
  readonly date: string
  readonly version: string | null
  readonly author: string | null
  /** Stands at the foot of every page. */
  readonly confidentiality: string
  /** Wide tables are read on pages that lie. */
  readonly landscape?: boolean
  readonly words: { readonly contents: string; /** With `{page}` and `{pages}`. */ readonly page: string; readonly cut: string }
  readonly blocks: readonly ReportBlock[]
}

/** How far a report is, for people who wait. */
export const reportStages = ['waiting', 'reading', 'drawing', 'done', 'failed'] as const
export type ReportStage = (typeof reportStages)[number]
