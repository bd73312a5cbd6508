import { AiToolPage } from './AiToolPage.tsx';
import { PEN_NAME } from './tools/pen-name.ts';

export const PenNameScreen = () => <AiToolPage page={PEN_NAME} />;
