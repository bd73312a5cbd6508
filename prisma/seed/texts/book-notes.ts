/**
 * By seed_id of prisma/data/public_domain_books.json: pages of a typical edition, and text that the description adds to
 * the blurb.
 */
export const BOOK_NOTES: Record<number, readonly [pages: number, note: string]> = {
  1: [
    307,
    'A king is blackmailed, a red-headed pawnbroker is hired to copy an encyclopedia, a goose swallows a gem. Each case starts at the breakfast table and ends where nobody but Holmes was looking.',
  ],
  2: [
    256,
    'Dr. Watson goes ahead to Devon alone, keeps a diary, and finds footprints, an escaped convict and a neighbor who chases butterflies. For once the detective is not there to explain.',
  ],
  3: [
    188,
    'The word on the wall is German, the ring belongs to nobody present, and the motive lies twenty years back in the American desert. The first meeting of two friends and of the world with them.',
  ],
  4: [
    168,
    'A governess with a yearly pearl, a twin who talks too much, a wooden leg and a blowpipe: the treasure of Agra has been paid for more than once before the police launch leaves Westminster.',
  ],
  5: [
    528,
    'The steward trusts Robinson Crusoe, the spinster her tracts, the detective his roses. Between them they tell the theft of a jewel, and each leaves out the thing they cannot see.',
  ],
  6: [
    672,
    'A drawing master, a half-sister with a mind of her own and a count who keeps white mice: two of them must prove who the woman in the asylum is, with the law on the side of the third.',
  ],
  7: [
    256,
    'Captain Hastings comes to rest and finds coffee cups, a burnt will and strychnine. His old acquaintance from Belgium asks for the order in which everyone entered the room.',
  ],
  8: [
    320,
    'Tommy has no money, Tuppence has less, and a document lost on the Lusitania is worth a war. They look for a woman called Jane Finn while a man with no face looks for them.',
  ],
  9: [
    240,
    'A blue cross, a garden with too many heads, an invisible man. The thief Flambeau is the first to learn that the small priest with the umbrella has been thinking about sin for years.',
  ],
  10: [
    240,
    'The brother from Australia is dead in a locked office and the host is gone. Antony Gillingham has an hour to spare, a good memory for rooms and a friend willing to be his Watson.',
  ],
  11: [
    224,
    'A. J. Raffles bowls slow left-arm and steals for sport; Bunny, who was his fag at school, comes along to be shocked. Eight stories of evening dress and a dark lantern.',
  ],
  12: [
    272,
    'No door was opened, no window forced, and the shot was heard after the wound. Joseph Rouletabille, eighteen, of the Époque, intends to reason from the right end.',
  ],
  13: [
    288,
    'Rachel Innes wanted fresh air for her niece and nephew. By the fourth night she has a revolver, a failing bank and a reason to count the rooms.',
  ],
  14: [
    331,
    'One niece is silent, the other too composed, and the maid who carried the candle has vanished. Ebenezer Gryce looks at doorknobs while a young lawyer looks at the ladies.',
  ],
  15: [
    255,
    'From the clubs of Collins Street to the alleys off Little Bourke Street, everyone knew the dead man and nobody will say where they were. The secret belongs to the best house in town.',
  ],
  16: [
    223,
    'Mr. Sleuth pays in advance, reads his Bible and turns the pictures to the wall. Mrs. Bunting needs the money, and begins to read the newspapers before her husband does.',
  ],
  17: [
    126,
    'Richard Hannay has three weeks, a black notebook in cipher and one pair of boots. Milkmen, a bald archaeologist and an airplane stand between him and the sea stairs.',
  ],
  18: [
    269,
    'Verloc has been paid for years to do nothing. His wife does not believe that things bear looking into; her brother Stevie believes everything he is told. A bomb goes to Greenwich.',
  ],
  19: [
    320,
    'Carruthers expected a steam yacht and a steward. What he gets is a seven-tonner, fog, sandbanks that dry twice a day, and a friend who thinks that somebody tried to drown him.',
  ],
  20: [
    182,
    'Seven anarchists, each named for a day of the week, breakfast in public so that nobody will suspect them. A chase through London and France that turns into a riddle about the world.',
  ],
  21: [
    258,
    'He is arrested in the first story and in prison in the second, which does not inconvenience him. Ganimard of the Sûreté gets closest; an English detective gets his watch back.',
  ],
  22: [
    192,
    'Rudolf Rassendyll has red hair, nothing to do and a cousin’s nose. In Ruritania a princess must be courted in another man’s name and a castle entered by the moat.',
  ],
  23: [
    268,
    'They seek him here, they seek him there. Marguerite has betrayed one family by accident; now an agent of the Republic wants her to do it on purpose, at a ball, before midnight.',
  ],
  24: [
    367,
    'Five sisters, an entailed house, a clergyman with a prepared speech and a letter that changes everything. The quarrel between Elizabeth and Mr. Darcy is still the best conversation in fiction.',
  ],
  25: [
    346,
    'Elinor keeps a secret for four months because she has promised to. Marianne walks out in wet grass because she cannot keep anything. Devonshire, London, and two men who are not what they were.',
  ],
  26: [
    249,
    'Anne Elliot is twenty-seven, useful and overlooked. Then a concussion at Lyme, a concert in Bath and a letter written at the next desk while she is speaking.',
  ],
  27: [
    474,
    'Emma Woodhouse has money, wit and nobody to tell her no except Mr. Knightley. A picnic on Box Hill is where she hears herself for the first time.',
  ],
  28: [
    254,
    'Catherine Morland has trained to be a heroine on the wrong books. Bath is full of balls and false friends; the abbey has a locked chest with a laundry list in it.',
  ],
  29: [
    532,
    'Reader, you know what she did; it is still worth hearing why she would not, and then why she would. From the red room to the blind man by the fire, in a voice that asks for no pity.',
  ],
  30: [
    416,
    'Told to a tenant by a housekeeper who was there and may not be fair. Two houses, two generations, one wind, and a love that nobody in their right mind would want.',
  ],
  31: [
    255,
    'Lucy Honeychurch plays Beethoven too well for Surrey. Miss Bartlett, a murder in the piazza, a field of violets, and a young man who cannot help telling the truth.',
  ],
  32: [
    247,
    'An advertisement in The Times: to those who appreciate wistaria and sunshine. Two unhappy wives, a beauty and an old lady share the rent, and none of them plans to be kind.',
  ],
  33: [
    218,
    'Valancy Stirling, twenty-nine, reads the doctor’s letter twice. Then she tells her uncle what she thinks of his riddles, goes to nurse the town outcast, and proposes to a man in the woods.',
  ],
  34: [
    542,
    'Margaret Hale thinks tradesmen vulgar until she meets one who thinks. A mob at the gate, a lie at a railway station, and two proud people who change each other’s mind by argument.',
  ],
  35: [
    433,
    'Bathsheba Everdene sends a valentine as a joke. The sheep, the storm and the sergeant’s sword exercise follow from it, and Gabriel Oak goes on mending what is broken.',
  ],
  36: [
    296,
    'Diana Mayo wanted one month alone in the Sahara. Notorious in its day and very much of it; read now as the source of a hundred thousand tents, captures and changes of heart.',
  ],
  37: [
    518,
    'A parson tells a carter that he has noble blood, and his daughter is sent to claim it. Dairy summers, a letter under a carpet, and Stonehenge at sunrise.',
  ],
  38: [
    237,
    'Two long letters to a lady, in prose that never uses a coarse word for anything. Banned for two centuries and still more cheerful than its reputation. For adult readers.',
  ],
  39: [
    160,
    'Severin draws up a contract and signs it. Wanda, who loved him, takes him at his word, in the Carpathians and in Florence. For adult readers.',
  ],
  40: [
    224,
    'On the life of the citizen, on courtship, on other men’s wives, and on the arts a cultivated person should know, sixty-four of them. Burton and Arbuthnot’s translation. For adult readers.',
  ],
  41: [
    438,
    'Recalled to life after eighteen years in the Bastille, a shoemaker remembers who put him there. Knitting, a wine cask broken in the street, and two men who look alike.',
  ],
  42: [
    502,
    'The tournament at Ashby, the siege of Torquilstone, the trial of Rebecca: Saxon against Norman and brother against brother, with an outlaw in green who never misses.',
  ],
  43: [
    704,
    'D’Artagnan has a yellow horse, a letter that is stolen in the first inn, and a talent for making friends by insulting them. Diamond studs must be fetched from London before the ball.',
  ],
  44: [
    1204,
    'Edmond Dantès has fourteen years to ask who wrote the letter. When he returns to Paris he is a count, knows everyone’s secret, and has all the time in the world.',
  ],
  45: [
    544,
    'A loose tile, a broken friendship, three years at the oar. The chariot race is the center; around it turns a story about what a man does with his anger in the years of Pontius Pilate.',
  ],
  46: [
    1462,
    'Nineteen years for a loaf of bread, two silver candlesticks, and an inspector who cannot forgive. Waterloo, the barricade and the sewers of Paris, told by a man who leaves nothing out.',
  ],
  47: [
    410,
    'Two daughters try to reach their father’s fort through the forest of 1757. Hawk-eye reads every broken twig, and Magua has a grievance that is not wholly unjust.',
  ],
  48: [
    156,
    'Henry Fleming has dreamed of battles all his life. Two days of smoke and noise by a river teach him how many kinds of running away there are.',
  ],
  49: [
    1225,
    'Pierre inherits, Andrei despairs, Natasha dances; Austerlitz and Borodino happen to people who were thinking of something else. Long because it has room for everyone.',
  ],
  50: [
    154,
    'A scarecrow with ideas, a woodman who weeps until he rusts, a lion who apologizes. The road is yellow, the slippers are silver in the book, and the wizard is very sorry.',
  ],
  51: [
    136,
    'Drink me, eat me, begin at the beginning. A caucus race, a trial without evidence and a croquet match played with flamingos, reported by a child with excellent manners.',
  ],
  52: [
    241,
    'Irene finds a stair, and at its top a grandmother who spins thread too fine to see. Curdie finds a plan, and nobody believes either of them until the cellar floor moves.',
  ],
  53: [
    237,
    'Anodos walks for twenty-one days through a country where trees have moods and a shadow follows him home. The book that C. S. Lewis said baptized his imagination.',
  ],
  54: [
    496,
    'Ralph of Upmeads is told to stay at home and climbs out of a window. Walled towns, a lady of the woods, the dry tree and its dead: a whole made-up world, long before maps in endpapers.',
  ],
  55: [
    448,
    'Wrestling for kingdoms, a mountain nobody has climbed, sorcery in a locked tower. The villains have the best speeches, and the last chapter is one you will not expect.',
  ],
  56: [
    242,
    'Alveric forges a sword from thunderbolts and rides over the border of twilight. He brings the princess home; it is the small things of earth that she cannot learn.',
  ],
  57: [
    134,
    'The hoard of the Gibbelins, the house of the Sphinx, three literary men who try to steal the golden box. Each a few pages long and none of them safe.',
  ],
  58: [
    447,
    'Hank Morgan predicts an eclipse and is made minister. Soap, telephones and newspapers follow, sold by knights with sandwich boards, until the church notices. Very funny and then not.',
  ],
  59: [
    62,
    'Sir Simon has haunted Canterville Chase since 1584. The Otises oil his chains, clean his bloodstain and pelt him with pillows; only Virginia asks why he cannot sleep.',
  ],
  60: [
    391,
    'Prince Lucio Rimânez asks for nothing, knows everyone, and is honestly sorry when people accept his help. Geoffrey Tempest has five million pounds and has not read the signs.',
  ],
  61: [
    108,
    'A carriage overturns by moonlight and a stranger is left behind for three months. Laura has met her before, in a dream at the age of six. The vampire story from which the others descend.',
  ],
  62: [
    118,
    'He leaves on a Thursday between the soup and the story, and comes back with white flowers in his pocket. The Eloi are pretty and afraid of the dark; they have reason.',
  ],
  63: [
    192,
    'Nobody would have believed it. A writer walks from Woking to Primrose Hill through heat rays, black smoke and red weed, with a curate who prays and an artilleryman who plans.',
  ],
  64: [
    176,
    'The stranger at the Coach and Horses keeps his bandages on at dinner. Griffin has solved the optics; it is the cold, the dogs and the temper that he has not allowed for.',
  ],
  65: [
    160,
    'Prendick hears the puma cry all day. The people on the beach have a Law which they recite, and a doctor whom they call the hand that wounds, the hand that heals.',
  ],
  66: [
    394,
    'A reward for a sea monster, a ramming at night, and then ten months under water: coral forests, the Pole, the ruins of Atlantis, and Captain Nemo at the organ.',
  ],
  67: [
    240,
    'Descend, bold traveler, into the crater of Snæfells. Axel would rather not; his uncle has packed the thermometers. Giant mushrooms, a sea with a tide, and a way out that nobody would choose.',
  ],
  68: [
    186,
    'John Carter lies down in an Arizona cave and wakes on Barsoom, where he can leap over houses. Green warriors on eight-legged mounts, a captive princess, and a plant that makes the air.',
  ],
  69: [
    104,
    'A. Square explains his world, where women are needles and rank is counted in sides. Then a visitor appears in his locked parlor, first as a point, then as a growing circle.',
  ],
  70: [
    296,
    'Professor Challenger throws reporters downstairs. Malone takes the assignment anyway, to impress a girl, and finds himself up a tree at dusk counting iguanodons.',
  ],
  71: [
    280,
    'Told by an explorer, who heard it from the maker, who heard it from the creature. The creature speaks best, has read Milton, and asks for one thing only.',
  ],
  72: [
    104,
    'Old Rossum wanted to play God, young Rossum wanted to cut costs. The last humans argue in the factory office while the harbor fills with gunboats. A play in three acts and an epilogue.',
  ],
  73: [
    226,
    'D-503 builds a spaceship and keeps a diary for people on other planets. He has a pink ticket for O-90 on certain evenings and no plan at all for I-330.',
  ],
  74: [
    418,
    'A solicitor shaves without a mirror, a ship comes into Whitby with a dead man at the wheel, a lunatic collects flies. Typewriters, telegrams and garlic against something four hundred years old.',
  ],
  75: [
    92,
    'A door without a handle, a check signed with the wrong name, a butler who says that the voice is not his master’s. A short book that everyone knows and few have been surprised by.',
  ],
  76: [
    121,
    'Miles and Flora are perfect children. The new governess sees a man on the tower and a woman across the lake, and decides what they are. You will have to decide too.',
  ],
  77: [
    246,
    'The Repairer of Reputations, the Mask, the Yellow Sign: four stories share a book that must not be read past the first act. The rest of the volume is Paris, love and snow.',
  ],
  78: [
    360,
    'Box five is never sold, the chandelier weighs a good deal, and Christine Daaé says that the Angel of Music gives her lessons through the wall. The author swears that it is all in the files.',
  ],
  79: [
    288,
    'The Fall of the House of Usher, The Black Cat, The Pit and the Pendulum, The Masque of the Red Death and more: narrators who would like you to know how sane they are.',
  ],
  80: [
    122,
    'Conrad is crushed on his wedding morning; his father decides to marry the bride himself. Trapdoors, a bleeding statue and a portrait that sighs. Every haunted castle begins here.',
  ],
  81: [
    186,
    'Two anglers in the west of Ireland find a ruin over a chasm and a manuscript in it. The writer had a sister, a dog named Pepper, and a window on the end of the universe.',
  ],
  82: [
    58,
    'Ichabod Crane can eat like an anaconda and sings psalms through his nose. Katrina van Tassel has a farm, Brom Bones has a horse, and the bridge is farther than it looks.',
  ],
  83: [
    64,
    'A clay bas-relief, a swamp near New Orleans, a derelict in the South Pacific. A nephew puts his great-uncle’s files in order and wishes that he had not.',
  ],
  84: [
    880,
    'Dorothea wants to be of use, Lydgate wants to do science, Mr. Casaubon wants an index. A whole town of the 1830s, and a narrator who has pity to spare for all of it.',
  ],
  85: [
    180,
    'Nick Carraway has rented the small house next door. Shirts of every color, a green light on a dock, a hot afternoon at the Plaza, and a yellow car driven home too fast.',
  ],
  86: [
    635,
    'Call him Ishmael. A chapter on chowder, a chapter on whiteness, a harpooneer with a tomahawk pipe, and a gold coin nailed to the mast for whoever sees him first.',
  ],
  87: [
    254,
    'Basil paints, Lord Henry talks, Dorian listens. An actress, a yellow book, an opium den, and a locked schoolroom at the top of the house where something is keeping count.',
  ],
  88: [
    305,
    'Newland Archer believes himself unlike his set. Countess Olenska arrives from Europe with a past, a sense of humor and the wrong flowers, and the whole of New York smiles and closes in.',
  ],
  89: [
    545,
    'Two rubles, a flat on the fourth floor, an axe under the coat. Porfiry the examining magistrate is in no hurry; he likes to talk, and so, it turns out, does Raskolnikov.',
  ],
  90: [
    272,
    'Ántonia Shimerda lives in a hole in the ground her first winter and learns English by pointing. Jim Burden leaves for Harvard and law, and keeps coming back to a plow against the sun.',
  ],
  91: [
    234,
    'Edna Pontellier moves into a small house round the corner, paid for with her own money. The novel that ended a career, with stories of Louisiana beside it.',
  ],
  92: [
    449,
    'Meg wants gloves, Jo wants to run away, Beth wants the piano next door, Amy wants a straight nose. Christmas without presents is only the beginning.',
  ],
  93: [
    347,
    'Lily Bart is twenty-nine and pours tea beautifully. She has one season, a debt at bridge and letters in a desk that could save her if she were someone else.',
  ],
  94: [
    64,
    'The room has barred windows and the paper is torn in places. Her husband is a physician and says that she is better. She writes when he is out. Here with other stories of its year.',
  ],
  95: [
    314,
    'Churchton has a lake, a university and three people who would like Bertram Cope to tea. He would like Arthur. A comedy of manners from 1919 that never raises its voice.',
  ],
  96: [
    288,
    'How does it feel to be a problem? Each essay opens with a bar of a sorrow song; history, statistics and the death of a child stand side by side.',
  ],
  97: [
    168,
    'Karintha, Fern, Esther, a singer at dusk over the cane fields; then Seventh Street and a theater in Washington. Part novel, part poem, and like nothing printed before it.',
  ],
  98: [
    229,
    'Uncle Julius knows why the grapevine should not be sold and the old kitchen not pulled down. Every tale is a bargain, and the northerner who tells it seldom sees the price.',
  ],
  99: [
    306,
    'Written by herself and denied for a century. Linda Brent outwits her owner for years from nine feet by seven of attic, through a hole she has bored with a gimlet.',
  ],
  100: [
    331,
    'Mary Lennox has never dressed herself or liked anyone. A robin shows her the key, Dickon brings a fox, and somebody is crying at night behind the tapestry.',
  ],
  101: [
    242,
    'Sara Crewe arrives with a doll that has its own furs and is sent to the attic at eleven. She has a rat to feed, a neighbor with a monkey, and stories enough to keep warm.',
  ],
  102: [
    255,
    'From the meadow to the cab rank, with a bearing rein in between. Ginger’s story is the sad one, and John Manly and Jerry Barker are the two best men in London.',
  ],
  103: [
    212,
    'Mowgli and Shere Khan, but also a white seal looking for a safe island and a mongoose in a bathroom. Songs after every story; the Law is in verse so that cubs remember it.',
  ],
  104: [
    196,
    'Geppetto sells his coat for a spelling book, which is exchanged for a ticket to the puppets. A talking cricket, a fox and a cat, donkey’s ears, and a shark a mile long.',
  ],
  105: [
    239,
    'Mole abandons his whitewashing for a boat. Ratty writes poems, Badger dislikes society, and Mr. Toad escapes from prison dressed as a washerwoman. Stoats hold the hall.',
  ],
  106: [
    161,
    'In which he visits Rabbit and cannot leave, in which Eeyore has a birthday, in which there is an expotition to the North Pole. For reading aloud, with voices.',
  ],
  107: [
    292,
    'The black spot, the apple barrel, a parrot that cries pieces of eight. Jim Hawkins is braver than he admits, and Long John Silver is everything a boy should not admire.',
  ],
  108: [
    320,
    'She breaks a slate over a boy’s head, dyes her hair green and gets her best friend drunk on currant wine, each time with the best intentions. Marilla has forgotten how to laugh, at first.',
  ],
  109: [
    274,
    'A fence gets whitewashed at a profit. After that come a graveyard at midnight, an island of pirates, a cave with one candle left, and Injun Joe on the other side of it.',
  ],
  110: [
    252,
    'Born in a cave above the Mackenzie, sold for a bottle, fought for money in a cage. Weedon Scott has patience; White Fang has never seen any and needs a while to recognize it.',
  ],
  111: [
    126,
    'Buck is stolen from a Californian porch and sold north for a gardener’s debts. Club, fang, trace and snow; then John Thornton, and a howl at the edge of the camp.',
  ],
  112: [
    256,
    'Twenty thousand pounds, eighty days, one valet who wanted a quiet post. An elephant is bought, a widow is rescued, and Inspector Fix follows with a warrant that is always one port behind.',
  ],
  113: [
    264,
    'Allan Quatermain calls himself a timid man. Sir Henry, Captain Good with his eyeglass, and a porter who carries himself like a king go with him across the desert to Sheba’s Breasts.',
  ],
  114: [
    274,
    'A cabin on the coast, a cradle, a she-ape who has lost her own. He learns the knife first and the alphabet later, and then a ship lands a girl from Baltimore.',
  ],
  115: [
    320,
    'Twelve rafts of salvage, a calendar cut in a post, a parrot for company, bread after four years. And then, at noon, one footprint.',
  ],
  116: [
    335,
    'Jane Withersteen owns the water. Lassiter asks only where a certain grave is. Below Surprise Valley a balancing rock waits to close the pass for good.',
  ],
  117: [
    434,
    'When you call me that, smile. A tenderfoot tells it: the poker table at Medicine Bow, babies swapped at a dance, a hanging among friends, and a walk down the street at sundown.',
  ],
  118: [
    190,
    'Alexandra Bergson buys land when everyone sells. The prairie comes round to her; her brothers do not, and the orchard next door has a tragedy under its mulberry tree.',
  ],
  119: [
    185,
    'George, Harris, the narrator and Montmorency the dog against a tin of pineapple, the maze at Hampton Court and the smell of paraffin. Nobody arrives, everyone has been there.',
  ],
  120: [
    256,
    'Bertie Wooster has an aunt, a rummy sort of cousin and a purple pair of socks. Jeeves has a plan, and opinions about the socks. Eight stories from London and New York.',
  ],
  121: [
    76,
    'A handbag at Victoria Station, cucumber sandwiches, a diary to read in the train. Lady Bracknell asks the questions. Wilde’s last comedy, complete in three acts.',
  ],
  122: [
    208,
    'A boy goes to a bazaar, a girl to the quay, a clerk to a pub; a husband looks out at snow that is general all over Ireland. Plain sentences with a great deal under them.',
  ],
  123: [
    36,
    'One dollar and eighty-seven cents, a watch without a chain, hair to the knee. The most famous last page in American short fiction, and it still works.',
  ],
  124: [
    288,
    'The Slough of Despond, Vanity Fair, Doubting Castle: the map is so clear that the places entered the language. Christian goes first; in the second part his wife follows with the children.',
  ],
  125: [
    104,
    'Marley was dead. By morning there has been a feast at Fezziwig’s, a small crutch in a corner and a name on a stone, and the biggest turkey in the shop is on its way to Camden Town.',
  ],
  126: [
    347,
    'A stolen pear, a mother who will not give up, a voice in a garden that says take and read. Then, having told his life, he asks what memory and time are, and nobody has asked better.',
  ],
  127: [
    160,
    'Written in four small books for people under a rule, read since by everyone else. It prefers a humble farmer to a proud astronomer, and silence to being in the right.',
  ],
  128: [
    164,
    'Begin the day by expecting the meddling and the ungrateful. Written in camp on the Danube, in no order, by a man who had all the power there was and did not trust it.',
  ],
  129: [
    52,
    'Seven chapters that can be read in one evening: thought and character, circumstances, health, purpose, achievement, ideals, serenity. Plain, quotable, and meant to be practiced.',
  ],
  130: [
    94,
    'Seventeen short chapters: on competition and creation, on gratitude, on acting in a certain way. Its cheerfulness about effort founded a whole shelf of books.',
  ],
  131: [
    110,
    'On terrain, fire, spies, and the general who wins before he fights. Lionel Giles’s translation with its divisions kept, as read in barracks and boardrooms.',
  ],
  132: [
    72,
    'Do not mistake your vocation, avoid debt, advertise, let hope predominate but be not too visionary. The showman’s lecture, with anecdotes from a career that twice had to start again.',
  ],
  133: [
    950,
    'It opens with eighteen men making pins. Wages, rents, colonies, universities and corn follow; the famous hand appears once. Dry in places, startling in others.',
  ],
  134: [
    261,
    'Why is a lawn admired and a cow on it not? Veblen looks at corsets, walking sticks, servants, racing and university gowns with the same straight face.',
  ],
  135: [
    76,
    'Forty-six pages that a good part of the colonies had read within months. No Latin, no deference: kings first, then commerce, then what a continent is doing under an island.',
  ],
  136: [
    238,
    'Addressed to Talleyrand, who had left half the human race out of his plan for schools. Rousseau is answered, soldiers are compared with fine ladies, and reason is asked to mean it.',
  ],
  137: [
    560,
    'Factions, taxes, standing armies, judges for life: each objection to the new charter gets an answer within the week. Number 10 and number 51 alone have filled libraries.',
  ],
  138: [
    330,
    'Twenty-eight dollars and twelve and a half cents for a house. Beans, ice, ants at war, visitors and the railway; then the essay on what to do when the law is wrong.',
  ],
  139: [
    136,
    'Begun for his son, interrupted by a revolution. Two rolls under the arms on Market Street, thirteen virtues with a chart, and a frank list of the errata.',
  ],
  140: [
    126,
    'A Baltimore mistress teaches him the alphabet until her husband explains why she must not; he takes the explanation as a map. Sold by thousands while its author could still be seized.',
  ],
  141: [
    256,
    'A boy sweeps a room three times, and the broom is his entrance examination. Kilns that fail, a school that grows, and a speech in Atlanta that is argued over still.',
  ],
  142: [
    548,
    'Croesus asks who is happiest, the Egyptians mourn their cats, gold-digging ants are reported without comment. Books one to four in Macaulay’s translation.',
  ],
  143: [
    560,
    'The funeral speech, the plague, the debate over Mytilene, the answer given to the Melians, the quarries of Syracuse. Cold, exact, and written to be useful forever.',
  ],
  144: [
    406,
    'All Gaul is divided into three parts, and the reader into two: those who had it in school and those who discover how fast it moves. Bridges, sieges and Vercingetorix.',
  ],
  145: [
    1112,
    'How much mock turtle for ten, what a housemaid does at six, how to treat a burn. Two thousand recipes with costs and seasons, and the first to list ingredients before the method.',
  ],
  146: [
    567,
    'Correct measurements are absolutely necessary to insure the best results. Eighteen hundred receipts from bread to frozen puddings, and a chemistry of food on the first pages.',
  ],
  147: [
    160,
    'Broths, polenta, risotto, small meats made to go far, and sweets for feast days. Short recipes without fuss from a year in which nothing could be wasted.',
  ],
  148: [
    573,
    'Grains, fruits, legumes and breads without grease or hurry; how to plan a kitchen, pack a lunch and feed an invalid. The science is of its day and the thoroughness of any.',
  ],
  149: [
    502,
    'Pigeons, orchids, slave-making ants, a tangled bank. It states the difficulties before its critics can, and argues from barnyards so that nobody has to take it on faith.',
  ],
  150: [
    448,
    'He rides with gauchos, digs up a giant sloth, feels Concepción shake, and counts finches without yet knowing why. The most companionable travel book ever written by a scientist.',
  ],
  151: [
    182,
    'Trains, embankments, a man with measuring rods. A popular account by the person who worked it out, who says in the preface that he has left elegance to the tailor.',
  ],
  152: [
    560,
    'The Quaker City sails with a hundred and fifty pilgrims and a guidebook. Every guide is called Ferguson, every old master is asked if he is dead, and Damascus is hot.',
  ],
  153: [
    420,
    'The Borgias, the Cenci, the Marquise de Brinvilliers, Martin Guerre: trials and poisonings told by a novelist who had read the records and never let a good scene go.',
  ],
  154: [
    692,
    'The left-handed cup, the chaperon, the letter that should not be sent. Mrs. Oldname gives dinners, Mrs. Toplofty gives advice, and beneath the forks there is a theory of kindness.',
  ],
};
