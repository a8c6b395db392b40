import {
  AlignLeft,
  ArrowDownWideNarrow,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  Copy,
  Gauge,
  GitCompare,
  Grid3x3,
  Hash,
  LayoutTemplate,
  Radar,
  Search,
  ShieldCheck,
  Table2,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import type { OfferedSource } from '#kit/contract/source.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { BlockType, Layout } from '#areas/reporting/contract/layout.ts'
import { libraryTypes } from './change-layout.ts'
import { layoutFrom, templateNames } from './templates.ts'
import css from './builder.module.css'

const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog.tsx')).CopyDialog }))

const icons: Readonly<Record<BlockType, LucideIcon>> = {
  KPI: Hash,
  GAUGE: Gauge,
  LINE: ChartLine,
  BAR: ChartNoAxesColumn,
  PIE: ChartPie,
  RADAR: Radar,
  TABLE: Table2,
  TOP: ArrowDownWideNarrow,
  TEXT: AlignLeft,
  POLICY_SCORE: ShieldCheck,
  RISK_MATRIX: Grid3x3,
  COMPARISON: GitCompare,
}

interface LibraryProps {
  readonly sources: readonly OfferedSource[]
  readonly onAdd: (type: BlockType) => void
  readonly onLayout: (layout: Layout) => void
  /** What is taken over of another dashboard. */
  readonly onCopy: (layout: Layout) => void
  readonly onSection: (columns: number) => void
  /** The dashboard itself, which is no copy of its own. */
  readonly current: number
  /** Blocks that it has. */
  readonly has: number
  readonly isEmpty: boolean
}

/** What a dashboard is made of: blocks, sections, templates, other dashboards. */
export function Library({ sources, onAdd, onLayout, onCopy, onSection, current, has, isEmpty }: LibraryProps) {
  const t = useWords('reporting')
  const [sought, setSought] = useState('')
  const mayArrange = useOptionalSession()?.flags.dashboard_section_edit === true
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const shown = libraryTypes.filter((type) => plain(t(`blocks.${type}`)).includes(plain(sought.trim())))
  return (
    <aside className={css.library} aria-label={t('builder.library')}>
      <label className={css.find}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          value={sought}
          placeholder={t('builder.find')}
          aria-label={t('builder.find')}
          onChange={(event) => setSought(event.target.value)}
        />
      </label>
      <Text as="h2" size={13} weight={600}>
        {t('builder.library')}
      </Text>
      <ul className={css.types}>
        {shown.map((type) => {
          const Icon = icons[type]
          return (
            <li key={type}>
              <button type="button" aria-label={t('builder.add_block', { name: t(`blocks.${type}`) })} onClick={() => onAdd(type)}>
                <Icon size={16} aria-hidden />
                {t(`blocks.${type}`)}
              </button>
            </li>
          )
        })}
      </ul>
      {mayArrange ? (
        <>
          <Text as="h2" size={13} weight={600} above={12}>
            {t('builder.new_section')}
          </Text>
          <ul className={css.sections} aria-label={t('builder.new_section')}>
            {[1, 2, 3, 4].map((columns) => (
              <li key={columns}>
                <button type="button" aria-label={t('builder.columns', { count: columns })} onClick={() => onSection(columns)}>
                  <span aria-hidden data-columns={columns}>
                    {Array.from({ length: columns }, (_, n) => (
                      <i key={n} />
                    ))}
                  </span>
                  {columns}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Text as="p" size={12} tone="quiet" above={12}>
          {t('builder.read_only_sections')}
        </Text>
      )}
      <Begin sources={sources} onLayout={onLayout} onCopy={onCopy} current={current} has={has} isEmpty={isEmpty} mayArrange={mayArrange} />
    </aside>
  )
}

/** Ways to begin: a template, or another dashboard. */
function Begin({ sources, onLayout, onCopy, current, has, isEmpty, mayArrange }: Omit<LibraryProps, 'onAdd' | 'onSection'> & { readonly mayArrange: boolean }) {
  const t = useWords('reporting')
  const [copying, setCopying] = useState(false)
  return (
    <div className={css.begin} data-empty={isEmpty || undefined}>
      {/* It brings sections of its own. */}
      {mayArrange || isEmpty ? (
        <Menu
          label={t('builder.template')}
          trigger={(trigger) => (
            <Button variant="link" icon={<LayoutTemplate size={14} aria-hidden />} {...trigger}>
              {t('builder.template')}
            </Button>
          )}
        >
          {templateNames.map((name) => (
            <MenuItem key={name} onSelect={() => onLayout(layoutFrom(name, sources))}>
              {t(`builder.templates.${name}`)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      <Button variant="link" icon={<Copy size={14} aria-hidden />} onClick={() => setCopying(true)}>
        {t('builder.copy_from')}
      </Button>
      {copying ? (
        <Suspense>
          <CopyDialog current={current} has={has} sources={sources} onLayout={onCopy} onClose={() => setCopying(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
