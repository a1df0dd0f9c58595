// The game that is being played, if there is one.

import { signal } from '@preact/signals';
import type { Match } from '../../lib/playing';

export const match = signal<Match | null>(null);
