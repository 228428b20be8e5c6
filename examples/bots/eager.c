/* A bot for Serai in C99, without any library: takes the most eager of the legal decisions.
 *
 * Build it: cc -O2 -o eager examples/bots/eager.c
 * Try it:   serai arena spice_road --bots eager,random --program eager=./eager
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const EAGER[] = {"claim", "deliver", "build", "work fort", "bonus", "stop",
                                    "trade", "upgrade", "sail", "play", "work", "explore", "acquire"};
enum { KINDS = sizeof EAGER / sizeof *EAGER, LONGEST_DECISION = 100 };

/* Reads a line of any length; NULL at the end of input. The buffer grows and is used again. */
static char *read_line(void) {
    static char *line;
    static size_t room;
    size_t used = 0;
    for (int letter; (letter = getchar()) != EOF && letter != '\n';) {
        if (used + 2 > room && !(line = realloc(line, room = 2 * room + 4096))) exit(1);
        line[used++] = (char)letter;
    }
    if (!used && feof(stdin)) return NULL;
    if (!line && !(line = malloc(room = 4096))) exit(1);
    line[used] = 0;
    return line;
}

/* Finds the value of a key: the first time that it stands in quotes with a colon after it. Quotes within text are escaped. */
static const char *value(const char *json, const char *key) {
    char quoted[40];
    size_t length = (size_t)snprintf(quoted, sizeof quoted, "\"%s\"", key);
    for (const char *at = json; (at = strstr(at, quoted)); at++) {
        const char *after = at + length + strspn(at + length, " ");
        if (*after == ':' && (at == json || at[-1] != '\\')) return after + 1 + strspn(after + 1, " ");
    }
    return "";
}

/* Tells how eager a decision is: the earlier in the list, the better; what is not in it comes last. */
static int rank(const char *decision) {
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length = strlen(EAGER[kind]);
        if (!strncmp(decision, EAGER[kind], length) && strchr(" ", decision[length])) return kind;
    }
    return KINDS;
}

/* Copies the most eager decision of the list of legal ones; no decision holds a quote or a backslash. Chance breaks ties. */
static void choose(const char *list, char *best) {
    int best_rank = KINDS + 1, equals = 0;
    for (const char *at = list; *at && *at != ']'; at++) {
        char decision[LONGEST_DECISION + 1] = "";
        if (*at != '"') continue;
        size_t length = strcspn(at + 1, "\"");
        if (length <= LONGEST_DECISION) strncat(decision, at + 1, length);
        at += length + 1;
        int found = rank(decision);
        equals = found < best_rank ? 1 : equals + (found == best_rank);
        if (found < best_rank || (found == best_rank && rand() % equals == 0)) strcpy(best, decision);
        if (found < best_rank) best_rank = found;
    }
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    for (const char *line; (line = read_line());) {
        const char *type = value(line, "type");
        if (!strncmp(type, "\"hello\"", 7)) {
            puts("{\"type\": \"hello\", \"protocol\": 1, \"name\": \"Eager\"}");
        } else if (!strncmp(type, "\"new_game\"", 10)) {
            srand(1);
            puts("{\"type\": \"ready\"}");
        } else if (!strncmp(type, "\"position\"", 10)) {
            char decision[LONGEST_DECISION + 1] = "";
            choose(value(line, "legal"), decision);
            printf("{\"type\": \"decision\", \"id\": %d, \"decision\": \"%s\"}\n", atoi(value(line, "id")), decision);
        } else if (!strncmp(type, "\"quit\"", 6)) {
            return 0;
        }
    }
    return 0;
}
