import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './builder.module.css'
import { move, type Piece } from './edit.ts'
import type { EditorProps } from './editor-props.ts'

interface PieceHeadProps extends Pick<EditorProps, 'editable' | 'change'> {
  readonly piece: Piece
  readonly number?: string | number | undefined
  readonly title: string
  /** Where there is nothing before or after it. */
  readonly first?: boolean
  readonly last?: boolean
  readonly onRemove: () => void
  /** Further buttons. */
  readonly children?: ReactNode
}

/** What a piece is called, with what moves and removes it. */
export function PieceHead({ piece, number, title, editable, first = false, last = false, change, onRemove, children }: PieceHeadProps) {
  const t = useWords('questionnaires')
  return (
    <Row as="header" align="start" gap={6} className={css.title}>
      {number === undefined ? null : <span>{number}</span>}
      <h2>{title}</h2>
      {editable ? (
        <>
          <IconButton label={t('editor.up')} disabled={first} onClick={() => change((before) => move(before, piece, -1))}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton label={t('editor.down')} disabled={last} onClick={() => change((before) => move(before, piece, 1))}>
            <ArrowDown size={16} aria-hidden />
          </IconButton>
          {children}
          <IconButton label={t('editor.remove')} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
    </Row>
  )
}
