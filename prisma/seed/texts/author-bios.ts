/** Written for the demo; the names are those of prisma/data/public_domain_books.json. */
export const AUTHOR_BIOS: Record<string, string> = {
  'Arthur Conan Doyle':
    'A Scottish doctor with too few patients, who filled the waiting hours with the best-known detective in the world and later wished people would ask about his other books.',
  'Wilkie Collins':
    'A London lawyer who never practiced, friend and rival of Dickens, and the man who taught the Victorian novel to keep a secret until the last chapter.',
  'Agatha Christie':
    'A hospital dispenser who learned her poisons on the job and went on to write the puzzles by which every later detective story is measured.',
  'G. K. Chesterton':
    'Journalist, debater and lover of paradox, who wrote a column almost every week for decades and solved crimes in between.',
  'A. A. Milne':
    'A Punch humorist and playwright whose walks with his son in Ashdown Forest made everything else he wrote hard to notice.',
  'E. W. Hornung':
    'Brother-in-law of the creator of Sherlock Holmes, and creator of the gentleman burglar who is his mirror image.',
  'Gaston Leroux':
    'A Paris court reporter who covered revolutions and trials before turning to locked rooms and opera cellars.',
  'Mary Roberts Rinehart':
    'A Pittsburgh nurse and war correspondent who gave the American mystery its brisk, funny, middle-aged heroines.',
  'Anna Katharine Green':
    'A Brooklyn poet whose first novel outsold expectations so far that she wrote detective fiction for the next forty-five years.',
  'Fergus Hume':
    'A clerk in Melbourne who asked a bookseller what sold best, wrote exactly that, and sold the rights for fifty pounds.',
  'Marie Belloc Lowndes':
    'A French-born Londoner who wrote more than forty novels and was drawn to the moment when ordinary people begin to suspect.',
  'John Buchan':
    'A publisher, spy master and later Governor General of Canada, who wrote his best-known thriller in bed with an ulcer.',
  'Joseph Conrad':
    'A Polish sailor who began to write in his third language after twenty years at sea and changed what novels could do with it.',
  'Erskine Childers':
    'A House of Commons clerk who sailed the North Sea in small boats and noticed things the Admiralty had not.',
  'Maurice Leblanc':
    'A Norman novelist of quiet books until a magazine asked him for a French answer to Sherlock Holmes.',
  'Anthony Hope': 'A barrister who thought of his kingdom of Ruritania while walking home from a case he had won.',
  'Baroness Orczy':
    'Born on a Hungarian estate, trained as a painter, and inspired by a vision on a platform of the London Underground.',
  'Jane Austen':
    'A clergyman’s daughter from Hampshire, who wrote six novels about a few families in a village and left nothing out.',
  'Charlotte Brontë':
    'The eldest surviving sister of Haworth parsonage, a governess who gave governesses a voice under the name of Currer Bell.',
  'Emily Brontë':
    'She rarely left the Yorkshire moors and wrote one novel, which nobody has ever confused with another.',
  'E. M. Forster':
    'A Cambridge humanist who wanted people only to connect, and who doubted whether Edwardian England would let them.',
  'Elizabeth von Arnim':
    'An Australian-born countess by marriage, gardener and wit, who published most of her novels without a name on them.',
  'L. M. Montgomery':
    'A postmistress’s granddaughter from Prince Edward Island, who kept a rejected manuscript in a hatbox until she dared to send it again.',
  'Elizabeth Gaskell': 'A Manchester minister’s wife who saw the mills from the inside of their workers’ kitchens.',
  'Thomas Hardy':
    'An architect from Dorset who built Wessex out of it, and gave up novels for poems when readers complained.',
  'E. M. Hull': 'A Derbyshire pig farmer’s wife who wrote a desert romance to pass the war and founded a genre.',
  'John Cleland':
    'A former East India Company officer who wrote his notorious novel in a debtors’ prison to get out of it.',
  'Leopold von Sacher-Masoch':
    'A Galician historian and folklorist whose name, to his annoyance, a doctor turned into a diagnosis.',
  Vatsyayana:
    'A scholar of ancient India of whom almost nothing is known, beyond his own claim to have written his handbook as a religious student.',
  'Charles Dickens':
    'A shorthand reporter who became the most read novelist of his century, in monthly parts that people queued for on the quay.',
  'Walter Scott':
    'An Edinburgh judge who made the past into a place that readers could visit, and invented the historical novel to pay for a house.',
  'Alexandre Dumas':
    'The grandson of an enslaved woman and a marquis, cook, traveler and owner of a novel workshop that never missed an installment.',
  'Lew Wallace':
    'A Civil War general and governor of New Mexico Territory, who wrote his great novel by a shaded lamp while Billy the Kid was at large.',
  'Victor Hugo':
    'Poet, peer and exile, who wrote standing up, on an island, looking toward the France that had expelled him.',
  'James Fenimore Cooper':
    'He was reading a poor novel aloud to his wife, said he could do better, and was told to prove it.',
  'Stephen Crane':
    'He had never seen a battle when he wrote about one; veterans wrote to ask in which regiment he had served.',
  'Leo Tolstoy':
    'A count who fought at Sevastopol, taught peasant children and spent six years on one novel that his wife copied out by hand.',
  'L. Frank Baum':
    'Actor, chicken breeder and window dresser, who told stories to the children of the neighborhood until one needed a name for a country.',
  'Lewis Carroll':
    'An Oxford logician who made up a story in a rowing boat one July afternoon for three bored sisters.',
  'George MacDonald':
    'A Scottish minister who lost his pulpit for being too hopeful and took his hope into fairy tales.',
  'William Morris':
    'Designer, printer, weaver and socialist, who in his last years wrote the first novels set wholly in invented worlds.',
  'E. R. Eddison':
    'A British civil servant who began his epic as a boy with toy theaters and finished it in Jacobean prose.',
  'Lord Dunsany':
    'An Irish peer, chess master and soldier, who wrote with a quill and invented gods faster than anyone before him.',
  'Mark Twain':
    'A Mississippi river pilot, failed miner and reluctant investor, who found that the truth was funnier when told slowly.',
  'Oscar Wilde':
    'Dublin’s most quotable son, whose comedies were running in two London theaters on the day of his arrest.',
  'Marie Corelli':
    'The best-selling novelist of the 1890s, read by queens and shop girls, reviewed by nobody at her own request.',
  'Joseph Sheridan Le Fanu': 'A Dublin newspaper owner who wrote his ghost stories in bed at night by two candles.',
  'H. G. Wells':
    'A draper’s apprentice who won a scholarship to study biology and put it to uses his teachers had not foreseen.',
  'Jules Verne':
    'A Breton stockbroker who spent his mornings writing about places he had read up in the library the evening before.',
  'Edgar Rice Burroughs':
    'A pencil-sharpener salesman who read pulp magazines to check the advertisements and decided he could write such rot himself.',
  'Edwin A. Abbott': 'A London headmaster and theologian who explained the fourth dimension by taking one away.',
  'Mary Shelley':
    'She was eighteen when a wet summer on Lake Geneva and a dare among friends produced her first novel.',
  'Karel Čapek':
    'A Prague journalist and gardener, in whose play the word robot was first spoken on a stage; he said his brother thought of it.',
  'Yevgeny Zamyatin':
    'A naval engineer who built icebreakers in Newcastle and came home to write the book that Soviet censors banned first.',
  'Bram Stoker': 'Manager of the Lyceum Theatre in London, who wrote in the holidays and never visited Transylvania.',
  'Robert Louis Stevenson':
    'Born to a family of lighthouse engineers, ill all his life, and never still: he wrote in Edinburgh, California and Samoa.',
  'Henry James': 'A New Yorker who made Europe his subject, and ambiguity his method.',
  'Robert W. Chambers':
    'A Brooklyn painter trained in Paris, who wrote one book of strange tales and then dozens of society romances.',
  'Edgar Allan Poe':
    'Editor, critic and poet, who in fifteen poorly paid years set up the detective story, the modern tale of terror and several feuds.',
  'Horace Walpole':
    'The son of Britain’s first prime minister, who built a mock castle in Twickenham and dreamed a novel in it.',
  'William Hope Hodgson':
    'A merchant seaman, photographer and physical culture teacher, who knew what the sea sounds like at night.',
  'Washington Irving': 'The first American to live by his pen, who gave the Hudson Valley its ghosts.',
  'H. P. Lovecraft':
    'A night owl from Providence who wrote perhaps a hundred thousand letters and, between them, the cosmic horror story.',
  'George Eliot':
    'Mary Ann Evans, translator and editor, took a man’s name so that her novels would be judged as novels.',
  'F. Scott Fitzgerald': 'He named the Jazz Age, lived it, and wrote its most exact account before it was over.',
  'Herman Melville':
    'A customs inspector in New York who had once jumped ship in the Marquesas; recognition came thirty years after his death.',
  'Edith Wharton':
    'She knew old New York from its drawing rooms, wrote about it from Paris, and was the first woman to win the Pulitzer for fiction.',
  'Fyodor Dostoyevsky':
    'Reprieved in front of a firing squad, ruined at roulette, he dictated against the clock and saw further into people than was comfortable.',
  'Willa Cather':
    'She came to Nebraska at nine, left for New York, and found that the prairie was her subject after all.',
  'Kate Chopin':
    'A St. Louis widow with six children, who began to write at thirty-nine and was forgotten for fifty years after her second novel.',
  'Louisa May Alcott':
    'A Concord reformer and Civil War nurse who wrote her girls’ book because a publisher insisted, and expected it to be dull.',
  'Charlotte Perkins Gilman':
    'A lecturer and economist who wrote her most famous story to change the mind of the doctor who had treated her.',
  'Henry Blake Fuller':
    'A Chicago novelist who set his bravest book in type at his own expense, because no publisher would.',
  'W. E. B. Du Bois': 'Sociologist, editor and founder, the first Black American to take a doctorate at Harvard.',
  'Jean Toomer':
    'He spent two months as a school principal in Georgia and made of them the book that opened the Harlem Renaissance.',
  'Charles W. Chesnutt':
    'A court stenographer from Cleveland whose plantation tales said one thing to some readers and another to the rest.',
  'Harriet Jacobs':
    'She taught herself the power of print, published her own story under another name, and spent the war among refugees.',
  'Frances Hodgson Burnett':
    'Born in Manchester, raised in Tennessee, and selling stories at eighteen to buy the paper for the next.',
  'Anna Sewell':
    'Lame from fourteen and dependent on horses, she dictated one book in her last years and asked for kindness in it.',
  'Rudyard Kipling':
    'Born in Bombay, schooled in Devon, and at work on an Indian newspaper at sixteen; he wrote of the jungle in snowbound Vermont.',
  'Carlo Collodi':
    'A Florentine theater critic who tried to end his serial with a hanging and was told by the children to go on.',
  'Kenneth Grahame': 'Secretary of the Bank of England, who told his small son about a toad at bedtime and by post.',
  'Jack London': 'Oyster pirate, tramp and gold seeker, who brought nothing back from the Klondike except his subject.',
  'H. Rider Haggard':
    'He bet his brother a shilling that he could write a better adventure than Treasure Island, and took six weeks.',
  'Daniel Defoe':
    'Hosier, spy, pamphleteer and bankrupt, who published his first novel at fifty-nine as if it were true.',
  'Zane Grey': 'A dentist from Ohio who hated dentistry, loved fishing, and made the western a habit of millions.',
  'Owen Wister': 'A Harvard music graduate sent to Wyoming for his health, who came back with the first cowboy hero.',
  'Jerome K. Jerome':
    'A railway clerk and failed actor who set out to write a travel guide to the Thames and could not keep the jokes out.',
  'P. G. Wodehouse':
    'A bank clerk for two years and a humorist for seventy, who polished every sentence until it looked easy.',
  'James Joyce': 'He left Dublin at twenty-two and wrote about nothing else, street by street.',
  'O. Henry':
    'William Sydney Porter, pharmacist and bank teller, who began to publish from an Ohio prison and never explained his pen name twice the same way.',
  'John Bunyan': 'A tinker from Bedford, jailed twelve years for preaching without a license, who used the time.',
  'Augustine of Hippo':
    'A teacher of rhetoric from North Africa who became a bishop and wrote the first autobiography that looks inward.',
  'Thomas à Kempis':
    'A copyist in a monastery near Zwolle for some seventy years, who liked little books in little corners.',
  'Marcus Aurelius':
    'Emperor of Rome for nineteen years, most of them at war, who kept a notebook in Greek for himself alone.',
  'James Allen':
    'He left a secretary’s desk for a cottage in Ilfracombe, rose before dawn, and wrote a small book a year.',
  'Wallace D. Wattles':
    'An Indiana lecturer of the New Thought movement, who wrote as he advised others to act: every day, in a certain way.',
  'Sun Tzu':
    'A general of the state of Wu, if he was one person at all; his thirteen chapters have been studied for some twenty-four centuries.',
  'P. T. Barnum':
    'Showman, mayor of Bridgeport and twice rich, who gave his lecture on money more than a hundred times.',
  'Adam Smith':
    'A Glasgow professor of moral philosophy, famously absent-minded about everything except how a nation earns its living.',
  'Thorstein Veblen':
    'The son of Norwegian farmers in Minnesota, an economist who looked at the rich as an explorer looks at a tribe.',
  'Thomas Paine':
    'A corset maker and excise officer who landed in Philadelphia with a fever and a letter from Franklin.',
  'Mary Wollstonecraft':
    'A governess and translator who lived by her pen in London and wrote her great argument in six weeks.',
  'Alexander Hamilton, James Madison, John Jay':
    'A New York lawyer, a Virginian scholar and a diplomat, who signed eighty-five newspaper essays with one Roman name.',
  'Henry David Thoreau':
    'A pencil maker and surveyor from Concord who lived in the woods within a mile of his mother’s table and looked closely.',
  'Benjamin Franklin':
    'The fifteenth child of a Boston candle maker: printer, postmaster, scientist, diplomat, and the best company at any table.',
  'Frederick Douglass':
    'Born enslaved in Maryland, he became the most photographed American of his century and one of its greatest speakers.',
  'Booker T. Washington':
    'He walked and worked his way five hundred miles to school, and built one at Tuskegee brick by brick.',
  Herodotus: 'A traveler from Halicarnassus who asked everyone everything and wrote down even what he did not believe.',
  Thucydides:
    'An Athenian commander exiled for losing a city, who used twenty years of leisure to find out what had really happened.',
  'Julius Caesar': 'A politician deep in debt who conquered Gaul and made sure that Rome read his own version first.',
  'Isabella Beeton':
    'A journalist of twenty-one when she began her great compilation, she tested it in a small kitchen in Pinner.',
  'Fannie Merritt Farmer':
    'A stroke kept her from college; she learned to cook instead, and taught the country to level the spoon.',
  'Maria Gentile':
    'Compiler of a thrifty Italian kitchen in English, printed in New York when flour and meat were short.',
  'Ella Eaton Kellogg':
    'Dietitian of the Battle Creek Sanitarium, where her experimental kitchen fed hundreds of guests a day.',
  'Charles Darwin':
    'A country gentleman who collected beetles, sailed once round the world, and then thought about it for twenty years.',
  'Albert Einstein':
    'A patent clerk in Bern when he published the first of his theories; he wrote this account so that others could follow.',
  'Emily Post':
    'A Baltimore architect’s daughter, novelist and motorist, who thought good manners were mostly a matter of noticing other people.',
};
