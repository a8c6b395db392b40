import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleDot, Download, ListTree, Network, Waypoints, X } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { layoutNames, type LayoutName } from './layouts.ts'
import css from './relations.module.css'
import type { Relations } from './use-relations.ts'

const layoutIcons = { FORCE: <Waypoints size={14} aria-hidden />, RADIAL: <CircleDot size={14} aria-hidden />, MIND_MAP: <Network size={14} aria-hidden /> }

interface RelationsHeadProps {
  readonly heading: string
  readonly relations: Relations
  readonly name: string
  readonly onBack: () => void
  readonly layout: LayoutName
  readonly onLayout: (layout: LayoutName) => void
  readonly onSave: (kind: 'svg' | 'png') => void
  readonly graphShown: boolean
  readonly listOnly: boolean
  readonly onGraph: () => void
}

/** Where one is and came from, and what is shown how. */
export function RelationsHead({ heading, relations, name, onBack, layout, onLayout, onSave, graphShown, listOnly, onGraph }: RelationsHeadProps) {
  const t = useWords('relations')
  const kit = useWords('kit')
  const { before, tree, all, setAll, perimeter, setPerimeter } = relations
  const mayPlace = useRight('perimeter.read')
  const places = useQuery({
    queryKey: ['perimeter', 'of relations'],
    queryFn: ({ signal }) =>
      api.get<{ objects: readonly { readonly id: number; readonly name: string | null }[] }>('/perimeter', { query: { limit: 1000 }, signal }),
    enabled: mayPlace,
  })
  const options = useMemo(
    () => (places.data?.objects ?? []).map(({ id, name: called }) => ({ value: String(id), label: t('below', { name: called ?? '' }) })),
    [places.data, t],
  )
  return (
    <Row as="header" rigid wrap align="center" padY={8} padX={12} edge="below" fill="surface" gap={10} rowGap={8} className={css.head}>
      {before ? (
        <Button icon={<ArrowLeft size={14} aria-hidden />} aria-keyshortcuts="Backspace" onClick={onBack}>
          {kit('actions.back')}
        </Button>
      ) : null}
      {before ? (
        <Row aria-label={t('path')} as="nav" inline align="center" gap={6} narrows tone="quiet" className={css.path}>
          <Box padY={2} as="button" cut tone="soft" type="button" onClick={onBack}>
            {before.name}
          </Box>
          <span aria-hidden>/</span>
        </Row>
      ) : null}
      <h1 id={heading} tabIndex={-1} data-autofocus className={css.title} title={t('title', { name })}>
        {t('title', { name })}
      </h1>
      <Text grow className={css.spring} />
      {tree?.object.type === 'solution' ? (
        <span data-tooltip={t('see_all_help')}>
          <Checkbox label={t('see_all')} checked={all} onChange={(event) => setAll(event.target.checked)} />
        </span>
      ) : null}
      {mayPlace && options.length > 1 ? (
        <div className={css.place}>
          <Select
            aria-label={t('perimeter')}
            placeholder={t('everywhere')}
            clearable
            options={options}
            value={perimeter}
            loading={places.isPending}
            failed={places.isError}
            onChange={setPerimeter}
          />
        </div>
      ) : null}
      {graphShown ? (
        <>
          <Segmented
            label={t('layout')}
            value={layout}
            onChange={onLayout}
            options={layoutNames.map((value) => ({ value, label: t(`layouts.${value}`), icon: layoutIcons[value] }))}
          />
          <Menu
            label={t('export')}
            placement="bottom-end"
            trigger={(props) => (
              <IconButton label={t('export')} {...props}>
                <Download size={16} />
              </IconButton>
            )}
          >
            <MenuItem onSelect={() => onSave('png')}>{t('export_png')}</MenuItem>
            <MenuItem onSelect={() => onSave('svg')}>{t('export_svg')}</MenuItem>
          </Menu>
        </>
      ) : null}
      {listOnly ? (
        <Button icon={graphShown ? <ListTree size={14} aria-hidden /> : <Network size={14} aria-hidden />} onClick={onGraph}>
          {t(graphShown ? 'show_list' : 'show_graph')}
        </Button>
      ) : null}
      <IconButton label={kit('actions.close')} onClick={relations.close}>
        <X size={16} />
      </IconButton>
    </Row>
  )
}
