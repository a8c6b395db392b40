import { walkScreens } from '#e2e/walk-screens.ts'

walkScreens('fr', 1440)
