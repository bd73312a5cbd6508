import { AiToolPage } from './AiToolPage.tsx';
import { PLOT } from './tools/plot.ts';

export const BookPlotScreen = () => <AiToolPage page={PLOT} />;
