import { House } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'

/** Stands before the dashboards that people have made: the one that comes with the product. */
export function CockpitLine() {
  const t = useWords('reporting')
  return (
    <Row wrap align="center" gap={8} rowGap={2} padX={16} padY={8} edge="soft-below">
      <House size={14} aria-hidden />
      <Link to={path('/reporting/dashboards/cockpit')}>{t('cockpit.title')}</Link>
      <Text size={12} tone="quiet">
        {t('cockpit.text')}
      </Text>
    </Row>
  )
}
