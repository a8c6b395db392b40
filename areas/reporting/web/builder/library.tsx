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
import { useOptions } from '#kit/web/kinds/options.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { api } from '#kit/web/api/client.ts'
import type { readDraft } from '#areas/reporting/contract/calls.ts'
import type { BlockType, Layout } from '#areas/reporting/contract/layout.ts'
import { copyOf, libraryTypes } from './change-layout.ts'
import { layoutFrom, templateNames } from './templates.ts'
import css from './builder.module.css'

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
  readonly onSection: (columns: number) => void
  /** The dashboard itself, which is no copy of its own. */
  readonly current: number
  readonly isEmpty: boolean
}

/** What a dashboard is made of: blocks, sections, templates, other dashboards. */
export function Library({ sources, onAdd, onLayout, onSection, current, isEmpty }: LibraryProps) {
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
      {/* Both bring sections of their own. */}
      {mayArrange || isEmpty ? <Begin sources={sources} onLayout={onLayout} current={current} isEmpty={isEmpty} /> : null}
    </aside>
  )
}

/** Ways to begin: a template, or another dashboard. */
function Begin({ sources, onLayout, current, isEmpty }: Omit<LibraryProps, 'onAdd' | 'onSection'>) {
  const t = useWords('reporting')
  return (
    <div className={css.begin} data-empty={isEmpty || undefined}>
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
      <CopyFrom current={current} onLayout={onLayout} />
    </div>
  )
}

/** Takes over the draft of another dashboard that the reader may change. */
function CopyFrom({ current, onLayout }: { readonly current: number; readonly onLayout: (layout: Layout) => void }) {
  const t = useWords('reporting')
  const [open, setOpen] = useState(false)
  const { options } = useOptions('dashboard', '', open)
  const take = async (id: number) => {
    const { object } = await api.call<typeof readDraft>('GET /dashboard/{id}/draft', { params: { id } })
    onLayout(copyOf(object.layout))
  }
  return (
    <Menu
      label={t('builder.copy_from')}
      onOpenChange={setOpen}
      trigger={(trigger) => (
        <Button variant="link" icon={<Copy size={14} aria-hidden />} {...trigger}>
          {t('builder.copy_from')}
        </Button>
      )}
    >
      {options
        .filter(({ id }) => id !== current)
        .map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => void take(id)}>
            {name}
          </MenuItem>
        ))}
    </Menu>
  )
}
