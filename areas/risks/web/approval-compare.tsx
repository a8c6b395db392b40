import { Activity, ArrowDown, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DecisionRequest } from '#kit/contract/decision-request.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './approval.module.css'
import type { ComparedLine } from './use-comparison.tsx'

const orders = ['form', 'first', 'only'] as const

/** The frozen copy beside the live risk, what changed before what did not; J goes to the next difference. */
export function ApprovalCompare({ lines, asked }: { readonly lines: readonly ComparedLine[]; readonly asked: DecisionRequest }) {
  const t = useWords('risks')
  const kit = useWords('kit')
  const format = useFormat()
  const [order, setOrder] = useState<(typeof orders)[number]>('first')
  const table = useRef<HTMLTableElement>(null)
  const changed = lines.filter((line) => line.changed)
  const same = lines.filter((line) => !line.changed)
  const step = (by: 1 | -1) => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-changed]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useLetters({ j: () => step(1), k: () => step(-1) })
  const counts = { form: lines.length, first: undefined, only: changed.length }
  const row = (line: ComparedLine) => (
    <tr key={line.key} data-changed={line.changed || undefined} tabIndex={line.changed ? -1 : undefined}>
      <th scope="row">{line.label}</th>
      <td>{line.before}</td>
      <td>
        {line.changed ? (
          <>
            <VisuallyHidden>{kit('record.decision.changed')} </VisuallyHidden>
            <span>{line.now}</span>
            {line.how ? (
              <Text as="small" tone="soft" size={12} weight={400}>
                {line.how}
              </Text>
            ) : null}
          </>
        ) : (
          <Text tone="quiet">{t('workspace.same')}</Text>
        )}
      </td>
    </tr>
  )
  const group = (title: string, rows: readonly ComparedLine[]) =>
    rows.length === 0 ? null : (
      <tbody>
        <tr className={css.group}>
          <th scope="rowgroup" colSpan={3}>
            {title}
          </th>
        </tr>
        {rows.map(row)}
      </tbody>
    )
  return (
    <>
      <Row wrap align="center" spread="between" gap={8} below={12}>
        <Segmented
          label={t('workspace.order')}
          value={order}
          onChange={setOrder}
          options={orders.map((value) => ({ value, label: [t(`workspace.orders.${value}`), counts[value]].filter((part) => part !== undefined).join(' ') }))}
        />
        {changed.length > 0 ? (
          <Button size="sm" variant="subtle" icon={<ArrowDown size={14} aria-hidden />} onClick={() => step(1)}>
            <span>
              {t('workspace.next')} <Kbd>J</Kbd>
            </span>
          </Button>
        ) : null}
      </Row>
      <Box ref={table} as="table" full edge="all" corner={8} overflow="clipped" className={css.compare}>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <span>
                <Lock size={13} aria-hidden /> {t('workspace.frozen')}
              </span>
              <Text as="small" tone="soft" size={12} weight={400}>
                {format.dateTime(String(asked.asked_at))}
              </Text>
            </th>
            <th scope="col">
              <span>
                <Activity size={13} aria-hidden /> {t('workspace.live')}
              </span>
              <Text as="small" tone="soft" size={12} weight={400}>
                {t('workspace.today')}
              </Text>
            </th>
          </tr>
        </thead>
        {order === 'form' ? (
          <tbody>{lines.map(row)}</tbody>
        ) : (
          <>
            {group(t('workspace.changed', { count: String(changed.length) }), changed)}
            {order === 'first' ? group(t('workspace.unchanged', { count: String(same.length) }), same) : null}
            {order === 'only' && changed.length === 0 ? (
              <tbody>
                <tr>
                  <td colSpan={3}>{kit('record.decision.same')}</td>
                </tr>
              </tbody>
            ) : null}
          </>
        )}
      </Box>
    </>
  )
}
